/** Languages whose sentences are understood so far that reading ease, variants and small words are known. */
export const LANGUAGES = ["en", "de", "fr", "es", "it", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (name: string | null): name is Language =>
  LANGUAGES.some((language) => language === name);

/** Languages that are told as well, so that they aren't taken for those: Portuguese and Catalan would be Spanish. */
const ALSO_TOLD = ["pt", "ca", "sv", "da", "nb"] as const;
const TOLD = [...LANGUAGES, ...ALSO_TOLD] as const;
export type ToldLanguage = (typeof TOLD)[number];

/** Words that hold sentences together, folded: the commonest of each language. They tell the language, and count for no phrase. */
const WORDS: Record<ToldLanguage, string> = {
  en: "the of and to a in is that it for was on are as with be by at this have from or had not but what all were when your can said there use an each which do how their if will way about many then them would like so these her him has more could my than been who its now did get no our you we he she they i his also into only other some such out up just most very because where while any both few own same too over again under further once here why after before does being",
  de: "der die das und ist in zu den von mit sich des auf fur nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem uber einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde sei wenn ich wir du ihr ihre kann unter dann schon diese dieser dieses im vom eines einer konnen mussen soll ohne gegen weil doch hier da was wer",
  fr: "le la les de des du un une et est en que qui dans pour pas sur au aux avec ce cette ces il elle ils elles nous vous je tu on par plus ne se son sa ses leur leurs mais ou donc car comme sont ete etre avoir fait tout tous toute meme sans sous entre aussi bien encore si y a d l qu s n c j quand dont tres peut",
  es: "el la los las de del un una unos unas y es en que por con para no se su sus al lo como mas pero o este esta estos estas ese esa eso si ya cuando muy sin sobre tambien me mi te tu le les nos hay fue ser son ha han porque entre desde hasta donde todo todos todas cada puede uno otro otra e",
  it: "il lo la i gli le di del della dei delle dello degli un una uno e che in per con non si su da al alla ai alle come piu ma o questo questa questi queste sono ha anche nel nella nei nelle dal dalla se ci mi ti sua suo suoi loro era essere stato molto quando dove tra fra cui ogni tutto tutti puo perche sul sulla l un dell nell all",
  nl: "de het een en van is in te dat op voor met niet zijn aan er om ook als bij dan nog naar maar door over uit tot ze hij zij wij je jij u ik we wordt worden kan was werd heeft hebben deze dit die wat geen of zo meer al had hun haar mijn onze veel wel moet moeten zonder tussen omdat waar wie",
  pt: "o a os as de do da dos das um uma uns umas e em no na nos nas que para por com sem nao se ao aos pelo pela pelos pelas mais mas como ou foi sao esta este estes estas isso isto ele ela eles elas eu tu voce voces seu sua seus suas meu minha lhe ja tambem muito quando onde qual entre sobre ate depois mesmo tem ha era foram pode nem so ainda num numa deste desta dele dela quem porque",
  ca: "el la els les l d de del dels al als un una uns unes i en que per amb no es se s us ens li perque pero com mes si ja tambe aquest aquesta aquests aquestes seva seu seves seus son era ha han hi ho ni o on quan fins entre sobre molt tot tota tots totes cada pot qual quin quina des sense aixo aixi nomes",
  sv: "och i att det som en ett pa ar av for med till den de inte om han hon jag du vi ni har hade var vara blir blev kan ska skulle sig sin sitt sina men eller sa ocksa nar efter fran vid under over mycket mer alla detta denna dessa dig mig dem deras hans hennes man upp ut nu bara dar utan mellan genom mot vad vilket finns eftersom redan",
  da: "og i at det som en et pa er af for med til den de ikke om han hun jeg du vi har havde var vaere bliver blev kan skal skulle sig sin sit sine men eller sa ogsa nar efter fra ved under over meget mere alle dette denne disse dig mig dem deres hans hendes man op ud nu kun der her uden mellem gennem mod hvad hvilket findes fordi selv noget nogle vil ville hvor hvis da end ind",
  nb: "og i at det som en et pa er av for med til den de ikke om han hun jeg du vi har hadde var vaere blir ble kan skal skulle seg sin sitt sine men eller sa ogsa nar etter fra ved under over mye mer alle dette denne disse deg meg dem deres hans hennes man opp ut na bare der her uten mellom gjennom mot hva hvilket finnes fordi selv noe noen vil ville hvor hvis enn inn",
};

const SETS = new Map(TOLD.map((language) => [language, new Set(WORDS[language].split(" "))]));
const NONE: ReadonlySet<string> = new Set();

/** Small words of a language, folded; none of a language whose sentences are not understood. */
export const functionWords = (language: string | null): ReadonlySet<string> =>
  (isLanguage(language) && SETS.get(language)) || NONE;

/** How much of folded words is small words of a language, 0 to 1. */
export const shareOf = (words: readonly string[], language: ToldLanguage): number =>
  words.filter((word) => SETS.get(language)?.has(word)).length / Math.max(1, words.length);

/** Fewer words tell nothing. */
export const FROM_WORDS = 8;
/** Of every hundred words at least this many are small ones in any text of a language. */
const SHARE = 0.18;
/** More of the same tells nothing new. */
export const LANGUAGE_WORDS = 3_000;

/** The language that folded words are in; null for one that is not known, or too few words. */
export function languageOf(words: readonly string[]): ToldLanguage | null {
  const sample = words.slice(0, LANGUAGE_WORDS);
  if (sample.length < FROM_WORDS) return null;
  const counted = Array.from(SETS, ([language, known]) => ({
    language,
    count: sample.filter((word) => known.has(word)).length,
  })).toSorted((a, b) => b.count - a.count);
  const [first, second] = counted;
  if (!first || !second || first.count < sample.length * SHARE) return null;
  return first.count > second.count ? first.language : null;
}
