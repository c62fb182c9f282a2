/** Why something cannot be imported, in words for the person who sent it. */
export class Refused extends Error {}
