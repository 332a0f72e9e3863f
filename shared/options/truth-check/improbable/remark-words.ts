/** Of mathematics, and of every subject in which one calculates. */
const ofCalculating = ['algebra', 'equations', 'arithmetic', 'fractions', 'decimals', 'trigonometry', 'calculus'];
const ofWriting = ['essay', 'essays', 'grammar', 'spelling', 'punctuation', 'comprehension'];

/** Words that say which subject a remark is about, by a word of its title. A word that is used of any is not here. */
export const wordsOfSubjects: readonly { titles: readonly string[]; words: readonly string[] }[] = [
  {
    titles: ['math', 'mathematics', 'maths'],
    words: ['geometry', ...ofCalculating],
  },
  {
    titles: ['english', 'literature', 'language'],
    words: ['poetry', ...ofWriting],
  },
  // Languages are written: their remarks speak of spelling as those of English do.
  { titles: ['spanish'], words: ['spanish', ...ofWriting] },
  { titles: ['french'], words: ['french', ...ofWriting] },
  {
    titles: ['physics'],
    words: ['circuits', 'optics', 'mechanics', 'electricity', ...ofCalculating],
  },
  {
    titles: ['chemistry'],
    words: ['titration', 'titrations', 'acids', 'alkalis', 'moles', ...ofCalculating],
  },
  {
    titles: ['biology'],
    words: ['photosynthesis', 'genetics', 'ecology', 'cells', 'osmosis', 'respiration'],
  },
  { titles: ['geography'], words: ['rivers', 'climate', 'erosion', 'volcanoes'] },
  { titles: ['history'], words: ['emancipation', 'colonial', 'indentureship', 'slavery'] },
  { titles: ['music'], words: ['choir', 'rhythm', 'piano', 'steelpan'] },
  { titles: ['art', 'arts'], words: ['painting', 'sketching', 'sculpture'] },
  { titles: ['physical', 'sport', 'sports', 'gym'], words: ['football', 'netball', 'athletics'] },
  {
    titles: ['information', 'computer', 'computing', 'ict'],
    words: ['spreadsheet', 'spreadsheets', 'programming', ...ofCalculating],
  },
  { titles: ['accounts', 'accounting', 'business'], words: ['ledger', 'ledgers', 'bookkeeping', ...ofCalculating] },
];

/** Words of praise and of blame that a mark contradicts. */
export const praise: ReadonlySet<string> = new Set(
  'excellent outstanding superb brilliant exceptional superlative commendable impressive'.split(' '),
);
export const blame: ReadonlySet<string> = new Set(
  'poor weak unsatisfactory disappointing failing failed inadequate unacceptable'.split(' '),
);
/** Words that turn the next ones. */
export const turning: ReadonlySet<string> = new Set('not no never hardly without isn’t wasn’t rarely'.split(' '));
/** After these, what is praised is still to come: "aim for excellent results". */
export const wishing: ReadonlySet<string> = new Set('for to towards become becoming could can potential'.split(' '));

/** Words with which no sentence ends. */
export const openEnds: ReadonlySet<string> = new Set(
  (
    'and but or so because although though while if when that which who the a an of to in on at for with from by as than ' +
    'is are was were has have had will would should could must can may his her their its our your very more most too'
  ).split(' '),
);

/** First names that are words of remarks as well: with a capital they are names only within a sentence. */
export const namesThatAreWords: ReadonlySet<string> = new Set(
  (
    'Grace Hope Joy Faith Mark Will Rose Christian Dean May April June August Art Dawn Ivy Lily Olive Pearl Ruby Sunny ' +
    'Bill Drew Frank Grant Jack Major Miles Rich Rob Sky Summer Autumn Victor Charity Constance Patience Prudence Earnest'
  ).split(' '),
);
/** Before the name of somebody who is not a pupil. */
export const titlesOfPeople: ReadonlySet<string> = new Set(
  'Mr Mrs Ms Miss Dr Sir Madam Father Sister Mr. Mrs. Ms. Dr.'.split(' '),
);

export const pronouns = {
  male: new Set('he him his himself'.split(' ')),
  female: new Set('she her hers herself'.split(' ')),
} as const satisfies Record<'male' | 'female', ReadonlySet<string>>;

/** Whose pronouns are judged, by how the student is spoken of. */
export const sexOfPronoun = { he: 'male', she: 'female', they: null } as const;
