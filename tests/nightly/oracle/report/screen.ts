import type { Page } from 'playwright-core';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { createRandom, type Random } from '../../../../local/demo-school/random.ts';
import type { CellName, Entry, Surface } from '../entries.ts';
import { cellText, term, year } from '../oracle-school.ts';
import type { Column } from '../read-typed.ts';
import type { OracleScreen, Values } from '../screen.ts';
import type { Step } from '../steps.ts';
import { insertWorldEvents, millisecondsBetweenKeys, replaceForeignDigits, toKeysWithTypos } from '../world-events.ts';
import { ReportModel } from './model.ts';

/** What a form teacher writes of a student (SPEC §6), with the labels of SPEC §2. */
const fields = [
  { id: 'times_absent', kind: 'count', max: 999, label: 'Times absent' },
  { id: 'times_late', kind: 'count', max: 999, label: 'Times late' },
  { id: 'comments', kind: 'text', limit: 500, label: 'Form teacher comments' },
] as const satisfies readonly (Column & { label: string })[];
const labelOf = (column: string): string => fields.find(({ id }) => id === column)?.label ?? column;

/** The trail tells fields by their stored names. */
const storedNames: Readonly<Record<string, string>> = {
  timesAbsent: 'times_absent',
  timesLate: 'times_late',
  formTeacherComments: 'comments',
};

class ReportSurface implements Surface {
  readonly #page: Page;
  readonly #rows: readonly string[];

  constructor(page: Page, rows: readonly string[]) {
    this.#page = page;
    this.#rows = rows;
  }

  nameOf = ({ column }: CellName): string => labelOf(column);
  click = ({ column }: CellName): Promise<void> => this.#field(column).click({ timeout: 3_000 });
  textOf = ({ column }: CellName): Promise<string> => this.#field(column).inputValue();
  waitForWindow = async (): Promise<void> => {};

  /** Turns over the records until the student is in sight. */
  async bringToSight({ row }: CellName): Promise<void> {
    for (;;) {
      const at = await this.#place();
      const by = this.#rows.indexOf(row) - at;
      if (by === 0) return;
      const step = this.#page.getByRole('button', { name: by > 0 ? 'NEXT' : 'PREV', exact: true });
      await step.click({ timeout: 3_000 });
      await this.#heading(this.#rows[at + Math.sign(by)] ?? '').waitFor();
    }
  }

  /** Every field of the student in sight; of all, for the last look. */
  allTexts = async (): Promise<Values> => new Map();
  look = async () => new Map();
  choose = async (): Promise<never> => {
    throw new Error('A form has no order');
  };
  rows = async () => this.#rows;
  showAll = async (): Promise<void> => {};

  async everybody(): Promise<Values> {
    const all: [string, string][] = [];
    for (const row of this.#rows) {
      await this.bringToSight({ row, column: '' });
      // In one step: there are many students.
      const texts = await this.#page.evaluate(
        (names) =>
          names.map(
            (name) => document.querySelector<HTMLInputElement>(`[data-field="${name}"] :is(input, textarea)`)?.value,
          ),
        fields.map(({ id }) => id),
      );
      for (const [index, { id }] of fields.entries()) all.push([`${row} ${id}`, texts[index] ?? 'no field']);
    }
    return new Map(all);
  }

  /** The field holds what was kept of the text, and the text itself is in the words below it. */
  async isReasonShown({ row, column, typed, reading }: Entry): Promise<boolean> {
    if (this.#rows[await this.#place()] !== row) return true;
    return this.#field(column).evaluate(
      (field, { typed, kept }) => {
        const about = field.getAttribute('aria-describedby')?.split(' ') ?? [];
        const words = about.map((id) => document.getElementById(id)?.textContent ?? '').join('');
        return (field as HTMLInputElement).value === kept && words.includes(typed);
      },
      { typed, kept: reading.kept ?? typed },
    );
  }

  #heading = (row: string) => this.#page.locator('h2').filter({ hasText: row });

  async #place(): Promise<number> {
    const headings = (await this.#page.locator('h2').allTextContents()).join(' ');
    return this.#rows.findIndex((row) => headings.includes(row));
  }

  #field = (column: string) => this.#page.getByRole('textbox', { name: labelOf(column), exact: true });
}

const sentences = ['Kind to everybody.', 'A quiet term; more care.', 'Reads much', 'Must come on time!'];
const oddCounts = ['abc', '4.5', '1e2', '6o', '١٢', '１５', '--'];

function planReport(seed: string, strokes: number, rows: readonly string[]): Step[] {
  const random = createRandom(seed);
  const speed = 40 + 360 * random.next() ** 3;
  const steps: Step[] = [];
  const press = (...keys: string[]) => {
    for (const key of keys) steps.push({ do: 'key', key, wait: millisecondsBetweenKeys(speed, random) });
  };
  const choose = (column: string) => steps.push({ do: 'click', cell: { row: random.pick(rows), column } });
  const count = () =>
    press('Control+a', ...toKeysWithTypos(random, replaceForeignDigits(random, String(random.int(0, 120)))));
  const bursts = {
    counts: () => {
      choose(random.pick(['times_absent', 'times_late']));
      count();
      for (let more = random.int(0, 3); more > 0; more -= 1) {
        press(random.pick(['Alt+PageDown', 'Alt+PageDown', 'Alt+PageUp']));
        count();
      }
      press('Tab');
    },
    remark: () => {
      choose('comments');
      press(
        random.pick(['Control+a', 'Control+a', 'Control+End']),
        ...toKeysWithTypos(random, random.pick(sentences)),
        'Tab',
      );
    },
    odd: () => {
      choose(random.pick(['times_absent', 'times_late']));
      press('Control+a', ...random.pick(oddCounts), 'Tab');
    },
  };
  while (steps.filter((step) => step.do === 'key').length < strokes) {
    const from = steps.length;
    bursts[random.weighted({ counts: 3, remark: 3, odd: 1 })]();
    insertWorldEvents(steps, { from, random, rivalCell: () => rivalCell(steps, rows, random) });
  }
  return steps;
}

function rivalCell(steps: readonly Step[], rows: readonly string[], random: Random): CellName {
  const last = steps.findLast((step) => step.do === 'click');
  if (!last || last.cell.column === 'comments') return { row: random.pick(rows), column: 'times_late' };
  const row = Math.min(rows.indexOf(last.cell.row) + random.int(0, 1), rows.length - 1);
  return { row: rows[row] ?? last.cell.row, column: last.cell.column };
}

export const termReportScreen: OracleScreen = {
  name: 'the term report',
  isOfficeRival: true,
  prepare: async ({ office }, { students }) => {
    // The class has been written about before.
    for (const student_id of students) {
      const blank = { times_absent: null, times_late: null, comments: null };
      await office.call(termReportsContract.saveTermReport, { student_id, year, term, ...blank });
    }
  },
  open: async (page, { classId }) => {
    await page.getByRole('link', { name: /Edit\/View Term Reports/ }).click();
    const sheet = page.getByRole('table');
    await page
      .getByRole('button', { name: new RegExp(`^${classId}`) })
      .or(sheet)
      .first()
      .waitFor();
    if (!(await sheet.isVisible())) await page.getByRole('button', { name: new RegExp(`^${classId}`) }).click();
    await sheet.waitFor();
  },
  reopen: async (page) => page.locator('table').waitFor(),
  putAway: async () => {},
  typing: async (page, { students: rows }) => {
    const surface = new ReportSurface(page, rows);
    return {
      model: new ReportModel(fields, rows),
      surface,
      plan: (seed, strokes) => planReport(seed, strokes, rows),
      keysFor: (value) => ['Control+a', ...value, 'Tab'],
      shown: () => surface.everybody(),
    };
  },
  stored: async (client, { classId }) => {
    const input = { class_id: classId, year: String(year), term: String(term) };
    const { status, body } = await client.call(termReportsContract.readClassTermReports, input);
    if (status !== 200) throw new Error(`The term reports could not be read: ${status}`);
    return new Map(
      body.data.flatMap((row) =>
        fields.map(({ id }): [string, string] => [`${row.student_id} ${id}`, cellText(row[id])]),
      ),
    );
  },
  write: async (client, _lesson, { row, column }, value) => {
    const input = { student_id: row, year, term, [column]: Number(value) };
    return (await client.call(termReportsContract.saveTermReport, input)).status === 200;
  },
  trailSubject: (_lesson, row) => `student#${row}#${year}#${term}`,
  columnOfField: (field) => storedNames[field] ?? null,
  labels: Object.fromEntries(fields.map(({ id, label }) => [id, label])),
};
