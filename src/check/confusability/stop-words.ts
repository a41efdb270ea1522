/**
 * Words that tell no tool from another: what joins a sentence, and what every description says of itself. Those of other
 * languages are only such as mean nothing in English.
 */
const byLanguage: readonly string[] = [
  // English
  `a an the this that these those it its they them their there here i me my we us our you your he she his her who whose
  whom which what when where why how is am are was were be been being do does did doing done don doesn didn isn aren can
  cannot could will would shall should may might must have has had having of to in on at by for from with without into
  onto as and or nor but if then else than so such also too very just only about between within per via each any some
  all both either own same other another more most much many few s t d re ll ve e g eg ie etc vs please let lets need
  want like using use used uses useful`,
  // of tools
  `tool tools returns return returned specified given provided provides provide containing
  contains based allows allow enables enable following available optional optionally required`,
  // German
  `der das dem den ein eine einer eines einem einen und oder mit von vom zum zur zu für auf aus bei nach ist sind wird
  werden über nicht auch als wie einen im`,
  // French
  `le la les des du une et ou pour dans avec sur est sont par au aux ce cette ces qui que`,
  // Spanish, Portuguese and Italian
  `el los las una uno unos unas y o para por del en un se su al lo os das dos uma um em na ao il gli della di`,
  // Chinese and Japanese
  `的 了 和 与 及 或 在 是 并 将 对 为 从 以 把 被 等 中 该 此 个 一个 の を に は が と で も や から まで へ する します した`,
]

export const stopWords: ReadonlySet<string> = new Set(byLanguage.flatMap((words) => words.split(/\s+/)))
