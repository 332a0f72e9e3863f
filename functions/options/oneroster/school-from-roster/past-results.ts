import { roundHalfUp, weightedShare } from '#shared/marks/fraction.ts';
import { isMarkWord, type MarkWord } from '#shared/marks/mark-words.ts';
import { sumParts, type TotalPart } from '#shared/marks/marks.ts';
import { type Scheme, schemeFor } from '#shared/marks/scheme.ts';
import { foldName } from '#shared/options/move-in/kinds.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { readingWordings as wordings } from '#shared/options/oneroster/reading-wordings.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import { formLevelOfClass, school } from '../../../school/records/school.ts';
import { type AskedName, createNameResolver } from '../../move-in/judging/names.ts';
import { createClassFinder, type KnownSchool } from '../../move-in/known-school.ts';
import type { LineItemFacts } from '../line-items-of-files.ts';
import type { Roster, RosterRow, RosterTable } from '../reading/read-roster.ts';
import { createPersonFinder, listOf, type PeopleOfFile, usersFile } from './people.ts';
import type { MadeRow, TeachingOfFile } from './teaching.ts';
import type { SchoolOfFile } from './which-school.ts';
import type { YearsOfFile } from './years.ts';

/** Results of terms that are over, as rows of past marks. */
export interface PastResults {
  rows: readonly MadeRow[];
  /** What the file calls course work, exams and whole marks, where that is asked. */
  parts: readonly AskedName[];
  /** The line items of the file by their ids: a later file may have their results alone. */
  lineItems: ReadonlyMap<string, LineItemFacts>;
  refused: readonly { table: RosterTable; row: number; what: string; note: string }[];
  notes: readonly string[];
}

interface Reading {
  known: KnownSchool;
  said: SaidOfFile;
  which: SchoolOfFile;
  years: YearsOfFile;
  people: PeopleOfFile;
  teaching: Pick<TeachingOfFile, 'taughtIn' | 'formOf'>;
  readMarked: (terms: readonly { year: number; term: 1 | 2 | 3 }[]) => Promise<ReadonlySet<string>>;
  /** Line items that earlier files brought. */
  readLineItems: (ids: readonly string[]) => Promise<ReadonlyMap<string, LineItemFacts>>;
}

type Part = 'course' | 'exam' | 'mark';

/** A column that results are of, of a term that is over. */
interface Item {
  title: string;
  part: Part | 'asked';
  subject: string;
  formLevel: number | undefined;
  year: number;
  term: 1 | 2 | 3;
  /** What a score is out of; null where the file does not say. */
  max: number | null;
}

/** Why the results of a line item are not taken: refused with a reason, or left out and counted. */
type Left = { reason: string } | { count: Exclude<keyof Counts, 'open'> } | { count: 'open'; term: string };

interface Counts {
  open: number;
  marked: number;
  others: number;
  unmarked: number;
  deleted: number;
  leftOut: number;
}

/** A result as it counts: a number out of another, a word, or a grade in letters. */
type Value = { score: number; outOf: number } | { word: MarkWord; outOf: number } | { text: string };

/** The results of a student's subject in a term. */
interface Group {
  row: number;
  person: { number: string; text: string; form: string };
  item: Item;
  formLevel: number | undefined;
  values: Record<Part, Value[]>;
  /** One of its results is refused, or waits for an answer: it is no whole mark. */
  isRefused: boolean;
}

/**
 * Joins the results of terms that are over, student by student and subject by subject, to the mark that a report has:
 * course work and exam by the school's marking scheme. A term that is not over is left to its teachers, and one of
 * which the school has a student's marks itself counts as it is.
 */
export async function readPastResults(roster: Roster, reading: Reading): Promise<PastResults> {
  const { results } = roster.tables;
  const { known, years, people, teaching } = reading;
  const ofFile = readFactsOfItems(roster, reading);
  const lineItemsOfFile = new Map([...ofFile].flatMap(([id, one]) => ('title' in one ? [[id, one] as const] : [])));
  if (results.length === 0) return { rows: [], parts: [], refused: [], notes: [], lineItems: lineItemsOfFile };
  const refused: { table: RosterTable; row: number; what: string; note: string }[] = [];
  const counts: Counts = { open: 0, marked: 0, others: 0, unmarked: 0, deleted: 0, leftOut: 0 };
  const openTerms = new Set<string>();
  const { partOf, asked } = createPartFinder(reading);
  const personOf = createPersonFinder(people, known);
  const inFile = new Set(roster.tables.users.map(({ sourcedId }) => sourcedId));
  const before = await reading.readLineItems([
    ...new Set(
      results.flatMap(({ cells: { lineItemSourcedId: id = '' } }) => (id === '' || ofFile.has(id) ? [] : [id])),
    ),
  ]);
  const items = new Map<string, Item | Left>();
  const itemOf = (id: string): Item | Left => {
    const known = items.get(id) ?? readItem(id);
    items.set(id, known);
    return known;
  };
  const marked = await reading.readMarked(pastTerms());
  const levelNow = createLevelFinder(known, teaching.formOf, people);
  const groups = new Map<string, Group>();
  for (const { row, cells, isDeleted } of results) {
    const { lineItemSourcedId = '', studentSourcedId: user = '' } = cells;
    const item = isDeleted ? ({ count: 'deleted' } as const) : itemOf(lineItemSourcedId);
    const refuse = (note: string) => {
      const person = personOf(user);
      const what = `${person?.text || person?.number || user}, ${'title' in item ? item.title : lineItemSourcedId}`;
      refused.push({ table: 'results', row, what, note });
    };
    if ('count' in item) {
      counts[item.count] += 1;
      if (item.count === 'open') openTerms.add(item.term);
    } else if ('reason' in item) refuse(item.reason);
    else if (!inFile.has(user) && !people.known.has(user)) refuse(wordings.noSuch('studentSourcedId', usersFile, user));
    else {
      const person = personOf(user);
      const { year, term } = item;
      if (person?.kind !== 'students') counts.others += 1;
      else if (marked.has(`${person.number} ${year} ${term}`)) counts.marked += 1;
      else {
        const value = resultOf(cells, item);
        if (value === null) counts.unmarked += 1;
        const group = groupOf({ row, user, person, item });
        const reason =
          item.part === 'asked' ? wordings.sayPart : value !== null && 'reason' in value ? value.reason : '';
        if (reason !== '') {
          if (!group.isRefused) refuse(reason);
          group.isRefused = true;
        } else if (value !== null && !('reason' in value) && item.part !== 'asked') group.values[item.part].push(value);
      }
    }
  }
  const rows = [...groups.values()].flatMap((group): MadeRow[] => {
    if (group.isRefused || Object.values(group.values).every((some) => some.length === 0)) return [];
    const { row, person, item } = group;
    const mark = markOf(group);
    if ('reason' in mark) {
      refused.push({
        table: 'results',
        row,
        what: `${person.text || person.number}, ${item.subject}`,
        note: mark.reason,
      });
      return [];
    }
    const byName = person.number === '' ? { name: person.text, class: person.form } : {};
    const period = { year: `${item.year}-${item.year + 1}`, term: String(item.term) };
    return [{ row, fields: { student_id: person.number, ...byName, ...period, subject: item.subject, ...mark } }];
  });
  return {
    rows,
    parts: [...asked.values()],
    refused,
    notes: notesOf(counts, [...openTerms]),
    lineItems: lineItemsOfFile,
  };

  function pastTerms() {
    const found = results.flatMap(({ cells }) => {
      const item = itemOf(cells.lineItemSourcedId ?? '');
      return 'part' in item ? [[`${item.year} ${item.term}`, { year: item.year, term: item.term }] as const] : [];
    });
    return [...new Map(found).values()];
  }

  function readItem(id: string): Item | Left {
    const facts = ofFile.get(id) ?? before.get(id);
    if (!facts) return { reason: wordings.noSuch('lineItemSourcedId', 'lineItems.csv', id) };
    if (!('title' in facts)) return facts;
    const { title, subject, formLevel, year, term, termEnd, max } = facts;
    if (!years.isOver({ year, term, end: termEnd })) return { count: 'open', term: termTitle({ year, term }) };
    const part = partOf(facts);
    if (part === 'left out') return { count: 'leftOut' };
    return { title, part, subject, formLevel: formLevel ?? undefined, year, term, max };
  }

  function groupOf({
    row,
    user,
    person,
    item,
  }: Pick<Group, 'row' | 'item'> & { user: string; person: { number: string; text: string } }): Group {
    const { year, term, subject } = item;
    const key = JSON.stringify([user, year, term, foldName(subject)]);
    const found = groups.get(key);
    if (found) return found;
    const made: Group = {
      row,
      person: { ...person, form: teaching.formOf.get(user) ?? '' },
      item,
      formLevel: item.formLevel ?? levelNow(user, year),
      values: { course: [], exam: [], mark: [] },
      isRefused: false,
    };
    groups.set(key, made);
    return made;
  }
}

/** What each line item of the file says, or why its results are not taken. */
function readFactsOfItems(
  { tables: { lineItems, categories } }: Roster,
  { which, years, teaching }: Reading,
): ReadonlyMap<string, LineItemFacts | Left> {
  const titles = new Map(categories.map(({ sourcedId, cells }) => [sourcedId, cells.title ?? '']));
  const factsOf = ({ sourcedId, cells, isDeleted }: RosterRow): LineItemFacts | Left => {
    if (isDeleted) return { count: 'deleted' };
    if (!which.isOurs(listOf(cells.schoolSourcedId))) return { count: 'others' };
    const session = cells.academicSessionSourcedId ?? cells.gradingPeriodSourcedId ?? '';
    const found = years.termOf(session);
    if (found === undefined) return { reason: wordings.noTerm(session) };
    if (found === 'year') return { reason: wordings.ofWholeYear };
    const { year, term, end: termEnd } = found;
    const place = cells.classSourcedId ?? '';
    const taught = teaching.taughtIn(place);
    if (!taught)
      return years.isOver(found)
        ? { reason: wordings.noSuch('classSourcedId', 'classes.csv', place) }
        : { count: 'open', term: termTitle(found) };
    const max = Number(cells.resultValueMax ?? Number.NaN);
    return {
      title: cells.title ?? sourcedId,
      category: titles.get(cells.categorySourcedId ?? '') ?? '',
      subject: taught.subject,
      formLevel: taught.formLevel ?? null,
      year,
      term,
      termEnd,
      max: max > 0 ? max : null,
    };
  };
  return new Map(lineItems.map((one) => [one.sourcedId, factsOf(one)]));
}

/** The level that a student was in, by the class of today: one less for each year that has passed. */
function createLevelFinder(
  { students, classIds, year }: KnownSchool,
  formOf: ReadonlyMap<string, string>,
  { people, known: ofSchool }: PeopleOfFile,
) {
  const findClass = createClassFinder(classIds);
  const classOf = new Map(students.map(({ studentId, classId }) => [studentId, classId]));
  return (user: string, then: number): number | undefined => {
    const record = people.get(user)?.record ?? ofSchool.get(user)?.record;
    const now = findClass(formOf.get(user) ?? '') ?? classOf.get(record ?? '');
    const level = now === undefined ? undefined : formLevelOfClass(now);
    const before = level === undefined || year === null ? undefined : level - (year - then);
    return before !== undefined && before >= 1 ? before : undefined;
  };
}

/** What results are by the title of their category, or else of their line item; what neither says is asked. */
function createPartFinder({ known, said }: Reading) {
  const none = () => undefined;
  const { resolve, asked } = createNameResolver({
    said: said.names,
    remembered: known.remembered,
    find: {
      class: none,
      subject: none,
      teacher: none,
      'past subject': none,
      grade: none,
      'part of a mark': partByName,
    },
    isKnown: (_, id) => isPart(id),
  });
  return {
    asked,
    partOf: ({ category: ofCategory, title: own }: LineItemFacts): Part | 'asked' | 'left out' => {
      // A category of both, such as "Term 1", says less than the title.
      const byTitle = partByName(ofCategory) === undefined ? partByName(own) : undefined;
      if (byTitle !== undefined) return byTitle;
      const name = ofCategory === '' ? own : ofCategory;
      const meant = resolve('part of a mark', name);
      if ('id' in meant) return isPart(meant.id) ? meant.id : 'asked';
      return said.names?.['part of a mark']?.[foldName(name)] === '' ? 'left out' : 'asked';
    },
  };
}

const isPart = (text: string): text is Part => text === 'course' || text === 'exam' || text === 'mark';

/** What a title says by itself: words that mean one thing in every school. */
function partByName(title: string): Part | undefined {
  const name = foldName(title);
  const says = (words: RegExp) => words.test(name);
  const found = [
    ...(says(/\bexam(s|ination|inations)?\b/) ? ['exam' as const] : []),
    ...(says(/\bcourse ?work\b|\bclass ?work\b|\bcontinuous assessment\b/) ? ['course' as const] : []),
    ...(says(/\b(term|final|overall|report) (mark|grade)\b|\btotal\b/) ? ['mark' as const] : []),
  ];
  return found.length === 1 ? found[0] : undefined;
}

/** What a result says; null where it has no mark yet. */
function resultOf(
  { score, textScore = '', scoreStatus = '' }: Readonly<Record<string, string>>,
  { part, max }: Item,
): Value | { reason: string } | null {
  const status = scoreStatus.toLowerCase();
  if (status === 'exempt') return { word: 'Ex', outOf: 0 };
  // What a mark was entered out of, where that is not what the line item is out of.
  const [, entered, ofEntered] = /^(\d{1,3}(?:\.\d)?) of (\d{1,4})$/.exec(textScore) ?? [];
  if (entered !== undefined && ofEntered !== undefined && score !== undefined)
    return { score: Number(entered), outOf: Number(ofEntered) };
  if (score === undefined) {
    if (isMarkWord(textScore)) return { word: textScore, outOf: max ?? 0 };
    if (textScore !== '') return part === 'mark' ? { text: textScore } : { reason: wordings.gradeOfPart(textScore) };
    return status === 'not submitted' ? { word: 'Abs', outOf: max ?? 0 } : null;
  }
  const number = Number(score);
  if (!Number.isFinite(number) || number < 0) return { reason: wordings.badScore(score) };
  if (max === null) return { reason: wordings.noMaximum };
  return number > max ? { reason: wordings.aboveMaximum(score, max) } : { score: number, outOf: max };
}

/** The mark of a subject as a report has it, or its one part, or why there is none. */
function markOf({ item: { year, term }, formLevel, values }: Group): Fields | { reason: string } {
  const wholes = new Set(values.mark.map((value) => JSON.stringify(value)));
  if (wholes.size > 1) return { reason: wordings.severalMarks };
  const [whole] = values.mark;
  if (whole && 'text' in whole) return { mark: whole.text };
  if (whole) return { mark: textOf(joinedOf([whole], { absentIsZero: false }), 100) };
  if (formLevel === undefined) return { reason: wordings.noLevel(year) };
  const scheme = schemeFor(school().markingScheme, formLevel, term);
  const ofFile = (['course', 'exam'] as const).map((part) => [part, joinedOf(values[part], scheme)] as const);
  const open = ofFile.filter(([part]) => scheme[part] !== null);
  const isWhole = open.every(([, joined]) => joined !== null);
  // A part alone is refused where past marks are judged, and the whole mark can be typed.
  if (!isWhole || open.length === 0)
    return Object.fromEntries(
      ofFile.flatMap(([part, joined]) => (joined ? [[part, textOf(joined, scheme[part]?.max ?? 100)]] : [])),
    );
  const counted = open.flatMap(([part, joined]): TotalPart<number>[] => {
    const counts = scheme[part];
    if (joined === null || 'word' in joined || counts === null) return [];
    // The course mark is rounded once, as reports show it (rule 2).
    const shown = part === 'course' ? { mark: shareOf(joined, counts.max), outOf: counts.max } : exactly(joined);
    return [{ what: part === 'course' ? 'Course' : 'Exam', ...shown, weight: counts.weight }];
  });
  if (counted.length > 0) return { mark: String(roundHalfUp(sumParts(counted), 1)) };
  return {
    mark: open.some(([, joined]) => joined !== null && 'word' in joined && joined.word === 'Abs') ? 'Abs' : 'Ex',
  };
}

type Fields = { mark?: string; course?: string; exam?: string };
type Joined = { score: number; outOf: number } | { word: MarkWord };

/** Several results of a part, as the mark book adds its assessments; null without any. */
function joinedOf(values: readonly Value[], { absentIsZero = false }: Pick<Scheme, 'absentIsZero'>): Joined | null {
  const scores = values.flatMap((value) => {
    if ('score' in value) return [value];
    return absentIsZero && 'word' in value && value.word === 'Abs' ? [{ score: 0, outOf: value.outOf }] : [];
  });
  const sum = (of: 'score' | 'outOf') => scores.reduce((all, one) => all + one[of], 0);
  if (sum('outOf') > 0) return { score: sum('score'), outOf: sum('outOf') };
  const words = values.flatMap((value) => ('word' in value ? [value.word] : []));
  const [first] = words;
  return first === undefined ? null : { word: words.includes('Abs') ? 'Abs' : first };
}

/** In whole numbers and tenths, in which marks are added. */
const exactly = ({ score, outOf }: { score: number; outOf: number }): { mark: number; outOf: number } =>
  Number.isInteger(outOf) && Math.abs(score * 10 - Math.round(score * 10)) < 1e-6
    ? { mark: Math.round(score * 10) / 10, outOf }
    : { mark: Math.round(score * 1000), outOf: Math.round(outOf * 1000) };

function shareOf(joined: { score: number; outOf: number }, max: number): number {
  const { mark, outOf } = exactly(joined);
  return roundHalfUp(weightedShare(mark, outOf, max), 1);
}

const textOf = (joined: Joined | null, max: number): string =>
  joined === null ? '' : 'word' in joined ? joined.word : String(shareOf(joined, max));

/** What was left out, with the reason of each kind. */
const notesOf = (counts: Counts, openTerms: readonly string[]): string[] =>
  [
    counts.open > 0 ? wordings.resultsOfOpenTerms(counts.open, openTerms) : '',
    counts.marked > 0 ? wordings.resultsHere(counts.marked) : '',
    counts.others > 0 ? wordings.resultsOfOthers(counts.others) : '',
    counts.unmarked > 0 ? wordings.resultsWithoutMark(counts.unmarked) : '',
    counts.deleted > 0 ? wordings.resultsStay(counts.deleted) : '',
    counts.leftOut > 0 ? wordings.resultsLeftOut(counts.leftOut) : '',
  ].filter((note) => note !== '');
