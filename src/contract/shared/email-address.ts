/** What an address of mail looks like, in small letters and ASCII: what begins no line of a mail and names no second receiver. */
export const EMAIL_FORM =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+.!#$%&*/=?^`{|}~-]*[a-z0-9_+'-]@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,63}$/;
export const EMAIL_MAX = 254;

/** Guests of one event. */
export const MOST_ATTENDEES = 100;
