import type { Mutant } from './mutants.ts';

/** A mutant that changes nothing which a test could see. It is not run, and is counted apart. */
export interface Equivalent {
  path: string;
  /** The text that is replaced, its white space as single spaces, and the line that it begins in where there are several of it. */
  before: string;
  line?: string;
  after: string;
  /** Which of several on that line, from 1. */
  nth?: number;
  /** Why nobody can see it. */
  reason: string;
}

/**
 * Those of the mutants that are in the list.
 * @throws where an entry is not exactly one mutant: its line has changed, and its reason has to be looked at again
 */
export function equivalentsOf<One extends { path: string; mutant: Mutant }>(
  mutants: readonly One[],
  list: readonly Equivalent[],
): Set<One> {
  const found = list.map((known) => {
    const alike = mutants.filter((one) => isSame(one, known));
    const [same, another] = known.nth === undefined ? alike : alike.slice(known.nth - 1, known.nth);
    if (!same || another) {
      throw new Error(
        `${known.before} → ${known.after} is ${same ? 'several mutants' : 'no mutant'} of ${known.path}.`,
      );
    }
    return same;
  });
  return new Set(found);
}

const isSame = ({ path, mutant }: { path: string; mutant: Mutant }, known: Equivalent): boolean =>
  known.path === path &&
  known.before === mutant.before.replaceAll(/\s+/g, ' ') &&
  known.after === mutant.after &&
  (known.line === undefined || known.line === mutant.text);

export const equivalents: readonly Equivalent[] = [
  ...[
    {
      before: 'mark ?? 0',
      line: 'const exact = ((mark ?? 0) / outOf) * part.weight;',
      after: '(mark as any)',
    },
    {
      before: 'mark ?? 0',
      line: 'return { what, exact, sum: `${plain(mark ?? 0)} ÷ ${outOf} × ${part.weight} %` };',
      after: '(mark as any)',
    },
    { before: '0', line: 'const exact = ((mark ?? 0) / outOf) * part.weight;', after: '1' },
    {
      before: '0',
      line: 'return { what, exact, sum: `${plain(mark ?? 0)} ÷ ${outOf} × ${part.weight} %` };',
      after: '1',
    },
  ].map((one) => ({ path: 'shared/marking/explain.ts', ...one, reason: 'Where a mark is missing there is no total.' })),
  ...[
    { before: '<', line: 'const isExact = Math.abs(exact - Number(result)) < 1e-9;' },
    { before: '<', line: 'return Math.abs(whole - value) < 1e-9 ? String(whole) : `${cut(value)}…`;' },
  ].map((one) => ({
    ...{ path: 'shared/marking/explain.ts', ...one, after: '<=' },
    reason: 'Shares of whole tenths are never exactly a thousand-millionth apart.',
  })),
  {
    path: 'shared/marking/explain.ts',
    ...{ before: "totalText(value) ?? '–'", after: '(totalText(value) as any)' },
    reason: 'Is called with totals that are there.',
  },
  {
    path: 'shared/marking/explain.ts',
    ...{ before: '||', line: 'if (percentage === null || weighted === null)', after: '&&' },
    reason: 'There is a weighted total if and only if there is a percentage.',
  },
  ...[
    { before: 'ranks(averages)[own] ?? null', after: '(ranks(averages)[own] as any)' },
    { before: 'averages[own] ?? null', after: '(averages[own] as any)' },
    { before: '||', line: 'if (rank === null || mine === null)', after: '&&' },
  ].map((one) => ({
    ...{ path: 'shared/marking/explain.ts', ...one },
    reason: 'There is a rank if and only if there is an average, and either is enough to see it.',
  })),
  {
    path: 'shared/marking/figures.ts',
    ...{ before: 'distribution[tenth] ?? 0', after: '(distribution[tenth] as any)' },
    reason: 'The ten tenths are all there.',
  },
  {
    path: 'shared/marking/figures.ts',
    ...{ before: '0', line: 'distribution[tenth] = (distribution[tenth] ?? 0) + 1;', after: '1' },
    reason: 'The ten tenths are all there.',
  },
  {
    path: 'shared/marking/figures.ts',
    ...{ before: '||', after: '&&' },
    reason: 'Of the two in the middle of a column either both are there or none.',
  },
  {
    path: 'shared/marking/marks.ts',
    ...{ before: '0', line: 'let decimals = 0;', after: '1' },
    reason: 'What is below 100 has a decimal; 100 itself becomes 1000 with one too many, which is put right below.',
  },
  {
    path: 'shared/marking/marks.ts',
    ...{ before: '<', line: 'while (scaledBy(decimals) < 100n * BigInt(denominator)) decimals += 1;', after: '<=' },
    reason: 'Three digits that are exactly 100 become 1000 and one decimal too many, which is put right below.',
  },
  {
    path: 'shared/marking/read-typed.ts',
    ...{ before: 'marksOfOtherScripts[mark] ?? mark', after: '(marksOfOtherScripts[mark] as any)' },
    reason: 'The expression finds the characters of the list alone.',
  },
  ...[
    { before: 'character.codePointAt(0) ?? 0', after: '(character.codePointAt(0) as any)' },
    { before: '0', line: 'const code = character.codePointAt(0) ?? 0;', nth: 2, after: '1' },
  ].map((one) => ({ path: 'shared/marking/read-typed.ts', ...one, reason: 'A digit has a code point.' })),
  {
    path: 'web/outbox/outbox.ts',
    ...{
      before: 'this.#entries.get(id)?.answer?.version ?? 0',
      after: '(this.#entries.get(id)?.answer?.version as any)',
    },
    reason: 'Neither nothing nor 0 is above a version.',
  },
  {
    path: 'web/outbox/outbox.ts',
    ...{
      before: 'waiting',
      line: 'this.states().reduce((sum, { waiting }) => sum + (waiting ? Object.keys(typedValues(waiting)).length : 0), 0);',
      after: '(true as boolean)',
    },
    reason: 'Of the states those that wait are taken, just before.',
  },
  ...[
    {
      ...{ before: '0', nth: 1, after: '1' },
      line: 'this.states().reduce((sum, { waiting }) => sum + (waiting ? Object.keys(typedValues(waiting)).length : 0), 0);',
      reason: 'Of the states those that wait are taken, just before.',
    },
    { before: '0', line: '#version = 0;', after: '1', reason: 'Versions are compared with one another alone.' },
    { before: '1', line: 'this.#version += 1;', after: '2', reason: 'Versions are compared with one another alone.' },
    {
      ...{ before: 'field ?? []', after: '(field as any)' },
      reason: 'Of a failure of the whole record, which has no field, nothing is sent anyway.',
    },
    {
      ...{ before: 'this.state(id).waiting ?? undefined', after: '(this.state(id).waiting as any)' },
      reason: 'Those who change a record look whether there is one, and not which kind of nothing there is.',
    },
  ].map((one) => ({ path: 'web/outbox/outbox.ts', ...one })),
  {
    path: 'web/outbox/device/last-moment.ts',
    ...{ before: "localStorage.getItem(key) ?? '[]'", after: '(localStorage.getItem(key) as any)' },
    reason: 'Keys that are there are read.',
  },
  {
    path: 'web/outbox/device/last-moment.ts',
    ...{ before: 'Array.isArray(kept)', after: '(true as boolean)' },
    reason: 'What is no list has no map, and what throws there is unreadable too.',
  },
  {
    path: 'web/outbox/join-grid.ts',
    ...{ before: '!failure?.conflict', after: '(false as boolean)' },
    reason: 'A note is made of a conflict alone.',
  },
  {
    path: 'web/outbox/outcome.ts',
    ...{ before: '!(error instanceof ApiError)', after: '(false as boolean)' },
    reason: 'An error without a status ends as one of the server that is neither passing nor refused: the same words.',
  },
  {
    path: 'web/outbox/record-state.ts',
    ...{ before: 'false', line: 'isAgain: false,', after: 'true' },
    reason: 'It is set to true before it is first looked at.',
  },
  {
    path: 'web/outbox/waiting.ts',
    ...{ before: 'fields[field] ?? null', after: '(fields[field] as any)' },
    reason: 'Of a field that is there the value is never undefined.',
  },
  {
    path: 'functions/platform/requests/json-body.ts',
    ...{ before: 'false', line: 'let expectsName = false;', after: 'true' },
    reason: 'The text of an object begins with a brace, which sets it.',
  },
  {
    path: 'functions/platform/requests/let-in.ts',
    ...{ before: 'caller.slowedUntil ?? 0', after: '(caller.slowedUntil as any)' },
    reason: 'No time at all is not above 0 either.',
  },
  {
    path: 'functions/platform/requests/let-in.ts',
    ...{ before: 'entered', line: 'return entered ? { parsed, entered } : { parsed };', after: '(true as boolean)' },
    reason: 'Whether it is undefined or not there, nobody asks.',
  },
  {
    path: 'functions/platform/requests/multipart-body.ts',
    ...{
      before: "headerOf(event, 'content-type') ?? ''",
      after: "(headerOf(event, 'content-type') as any)",
    },
    reason: 'The word undefined is no type of a form either.',
  },
  {
    path: 'functions/mark-sheet/read-sheet.ts',
    ...{ before: '30', after: '31' },
    reason: 'More than thirty classes are refused.',
  },
  {
    path: 'functions/mark-sheet/save-subject-record.ts',
    ...{
      before: 'schemeOf(input, placement).exam?.max ?? null',
      after: '(schemeOf(input, placement).exam?.max as any)',
    },
    reason: 'Where there is no exam no mark of one is written, and what it is out of with a mark alone.',
  },
  {
    path: 'functions/mark-book/assessments/delete-assessment.ts',
    ...{ before: 'assessment.deletedAt === undefined', after: '(true as boolean)' },
    line: 'if (assessment.deletedAt === undefined) {',
    reason: 'The write of a deletion has for a condition that there was none; it is only spared.',
  },
  {
    path: 'functions/mark-book/history/restore-mark-book.ts',
    ...{ before: '2', after: '3' },
    reason: 'The steps are told apart by their numbers, and one comes after the other.',
  },
  {
    path: 'functions/mark-book/history/assessments-back.ts',
    ...{ before: 'shown.now?.total ?? 0', after: '(shown.now?.total as any)' },
    reason: 'No total is below nothing, nor below 0.',
  },
  ...[
    {
      path: 'functions/mark-book/streams/make-spreadsheet.ts',
      ...{ before: "last?.classIds.join(', ') ?? ''", after: "(last?.classIds.join(', ') as any)" },
    },
    {
      path: 'functions/mark-book/streams/write-spreadsheet.ts',
      ...{
        before: 'bySubject.get(subjectId)?.flatMap(({ students }) => students) ?? []',
        after: '(bySubject.get(subjectId)?.flatMap(({ students }) => students) as any)',
      },
    },
  ].map((one) => ({ ...one, reason: 'It is there: the loop goes through what there is.' })),
  {
    path: 'functions/term-reports/editing/update-subject-record.ts',
    ...{ before: '!line', after: '(false as boolean)' },
    reason: 'One subject has one line.',
  },
  {
    path: 'functions/term-reports/more-options/undo-change.ts',
    ...{ before: 'outcome === final', after: '(true as boolean)' },
    reason: 'What is said to be refused is looked at again, and found to be undone.',
  },
];
