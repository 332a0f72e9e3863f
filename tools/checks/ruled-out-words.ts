/**
 * Phrases that docs/writing.md rules out, with what to write. A list, not a grammar: what it does not find may still be
 * odd.
 */
const phrases: readonly (readonly [RegExp, string])[] = [
  // Who does it
  [/\bwhoever\b/i, 'anyone who, or name who: the caller, the office'],
  [/\b(for|of|to|by|from|with) ((him|her|one) )?who\b(?! (is|are) who)/i, 'name who: of a caller that …'],
  [/\bfor whom\b/i, 'for which, or name who'],
  [/\bwho asks\b/i, 'the caller'],
  [/\bthe own\b|\bnobody (his|the) own\b/i, 'own, their own'],
  // What happens
  [/\b(is|are|was|were|be) told\b(?! (from|apart))/i, 'sees, receives, is notified'],
  [/\b(is|are|was|were|be) met\b|\bmet others\b/i, 'conflicts with, reaches'],
  [/\bgives? way to\b/i, 'is replaced by'],
  [/\bis over for\b/i, 'has ended for'],
  [/\bbrings? along\b/i, 'moves, takes'],
  [/\bcarr(y|ies|ied) on\b/i, 'resume, continue'],
  [/\bgoes? round\b/i, 'loops'],
  [/\bhas its say\b|\bwhose word counts\b/i, 'applies, is authoritative'],
  [/\bhas (it|them) for\b|\bfor (a|its) condition\b/i, 'uses it as, is conditional on'],
  [/\bmend(s|ed|ing)?\b/i, 'fix, repair, correct'],
  [/\breckons?\b/i, 'computes'],
  [/\bcounts nowhere\b/i, 'is not counted'],
  [/\bwants? (an?|the|its) (entry|row|place|name)\b/i, 'needs'],
  [/\basked after\b/i, 'requested, polled'],
  [/\b(comes?|came) of (it|them|each|that)\b/i, 'the result of'],
  [/\bdrawn by lot\b/i, 'random'],
  // How it is
  [/\banew\b/i, 'again'],
  [/\bon (its|their) way\b/i, 'in flight, partly done'],
  [/\b(stands|stood) (there|here|beside|in(?! for| the way)|as|at|on|above|below|over)\b/i, 'is, was'],
  [/\bas (it stands|(it|they) stood)\b/i, 'as it is, as it was'],
  [/\b(in|into) the place of\b/i, 'in place of, instead of'],
  [/\bis of no (more )?use\b/i, 'no longer works'],
  [/\bopens nothing\b/i, 'grants no access, is anonymous'],
  [/(?<!\bthere )\bis no (day|date|time|number)\b/i, 'is not a date, a number'],
  [/\b(its|the) next press\b/i, 'its next request, the next attempt'],
];

/** Names of functions and types, and endings of file names. */
const names: typeof phrases = [
  [
    /\b(letIn|noting|unlucky|isOurPages|Arriving|Entering|SomeEntered|carryOn|bringAlong|openApart|tellAgain|passingOf)\b/,
    'a name that says what it does',
  ],
  [
    /(^|[/-])(told|then|looks|here|standing|bent|doubles|sealed|unlucky|apart|away|enough|carry-on|let-in|give-out)\.tsx?\b/,
    'a file is called after what it exports',
  ],
];

/** Words of ours that no sentence of a screen has. */
const ofScreens: readonly [RegExp, string] = [
  /\b(idempotency key|school file|the operator|who runs the program|who looks after|your administrator)\b/i,
  'a word of the school’s secretary; the person who helps is “your IT officer”',
];

/** Sentences that users read, or their answers have, are in any of these files, and not in their comments. */
const mayBeRead = /^(web|shared|functions)\/.*\.tsx?$/;
/** A comment, or a fault that only logs have: answers are of other classes of errors. */
const isOfMakers = /^\s*(\*|\/[/*])|\bnew Error\(/;
/** Of the specification, to the letter. */
const fixedSentence = /contact your administrator\./;

/** @returns what is ruled out in a file, line by line (0: its name), with what to write instead */
export function findRuledOut(file: string, text: string): { line: number; odd: string; better: string }[] {
  const rules = [...phrases, ...names];
  const isRead = mayBeRead.test(file);
  return [file, ...text.split('\n')].flatMap((content, line) => {
    const isSentence = isRead && !isOfMakers.test(content) && !fixedSentence.test(content);
    return [...rules, ...(isSentence ? [ofScreens] : [])].flatMap(([pattern, better]) => {
      const odd = pattern.exec(content)?.[0];
      return odd === undefined ? [] : [{ line, odd, better }];
    });
  });
}
