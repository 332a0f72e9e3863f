import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { pluralize } from '#shared/pluralize.ts';
import { termsContract } from '#shared/school/contract.ts';
import { maxDecisionsPerSave } from '#shared/school/promotion.ts';
import type { PlannedStudent, PromotionPlan, SavedDecision, StudentFacts } from '#shared/school/promotion-calls.ts';
import { promotionWordings, schoolScreenWordings } from '#shared/school/wordings.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { type ContractServer, refuseWith, startContractServer } from '../../support/school/contract-server.ts';
import { undone } from '../../support/undone.ts';
import { freshPageForEachTest, openArea, waitUntilWindowsClosed } from '../page.tsx';
import { answerAdmin } from '../session-answers.ts';

const { previewPromotionPlanFile, listPromotionFacts, fetchPromotionPlan, savePromotionPlan } = termsContract;
const { undoAct: undoPlanAct } = undoContract;
freshPageForEachTest();
let server: ContractServer;
let plan: PromotionPlan;

const student = (student_id: string, name: string, class_id: string, rule_to: string): PlannedStudent => ({
  student_id,
  name,
  class_id,
  rule_to,
  decision: null,
});
const facts = (student_id: string, change: Partial<StudentFacts>): StudentFacts => ({
  student_id,
  average: '64.2',
  entered: 9,
  passed: 8,
  of: 9,
  attendance: 95,
  proposal: { to: '4A', reasons: [] },
  ...change,
});
const classes = [
  { class_id: '3A', form_level: 3, next_class_id: '4A' },
  { class_id: '3B', form_level: 3, next_class_id: '4B' },
  { class_id: '4A', form_level: 4, next_class_id: null },
  { class_id: '4B', form_level: 4, next_class_id: null },
  { class_id: '6L1', form_level: 6, next_class_id: null },
];
const address = '/admin/dashboard/promotion-plan';

beforeEach(() => {
  server = startContractServer();
  answerAdmin(server, 'Admin', ['promotion']);
  plan = {
    academic_year_id: '20252026',
    term: 3,
    closed: null,
    classes,
    rules: { average_below: 40, pass_mark: 50, fewest_passes: 3, attendance_below: 50 },
    students: [
      student('S1', 'Ali, Zoe', '3A', '4A'),
      student('S2', 'Bell, Ann', '3A', '4A'),
      student('S3', 'Cole, Cyd', '3B', '4B'),
      student('S4', 'Dean, Dan', '4A', '-'),
    ],
  };
  server.on(fetchPromotionPlan, () => plan);
  const low = { average: '38.2', proposal: { to: '3A', reasons: ['Average 38.2, below 40'] } };
  server.on(listPromotionFacts, ({ form_level }) =>
    Number(form_level) === 3
      ? [facts('S1', low), facts('S2', {}), facts('S3', { average: '50.0', proposal: { to: '4B', reasons: [] } })]
      : Number(form_level) === 4
        ? [facts('S4', { proposal: { to: '-', reasons: ['There is no next class'] } })]
        : [],
  );
  // Decides as the server does.
  server.on(savePromotionPlan, ({ decisions }) => {
    const saved = decisions.map(({ student_id, class_id, to }) => ({
      student_id,
      to,
      from_class: to === null ? null : class_id,
      by: 'Ada',
      at: '2026-07-01T12:00:00.000Z',
    }));
    const byId = new Map(saved.map(({ student_id, ...decision }) => [student_id, decision]));
    plan = {
      ...plan,
      students: plan.students.map((one) => ({ ...one, decision: byId.get(one.student_id) ?? one.decision })),
    };
    return { decisions: saved, undo: 'A1/what-was-decided' };
  });
});

const row = async (name: string) =>
  (await screen.findAllByText(name)).map((found) => found.closest('tr')).find((found) => found !== null) as HTMLElement;
const textOf = async (name: string) => (await row(name)).textContent;
/** Chooses in one of the lists of the kit. */
async function choose(label: string, option: string | RegExp) {
  fireEvent.click(await screen.findByRole('combobox', { name: label }));
  const shown = await screen.findByRole('option', { name: option });
  fireEvent.pointerDown(shown);
  fireEvent.click(shown);
}
const select = async (name: string) => fireEvent.click(within(await row(name)).getByRole('checkbox'));
const sent = () =>
  server.callsOf(savePromotionPlan).map(({ input }) => (input as { decisions: SavedDecision[] }).decisions);

describe('the promotion plan', () => {
  it('shows each student with what the report card says, what is proposed and why, and where the student goes', async () => {
    await openArea(address);
    await waitFor(async () => expect(await textOf('Ali, Zoe')).toContain('Repeat? Average 38.2, below 40'));
    expect(await textOf('Ali, Zoe')).toContain('To 4A');
    expect(await textOf('Dean, Dan')).toContain('Leaves');
    screen.getByText(
      'Proposed to repeat: students who have an average below 40, or fewer than 3 subjects passed with 50, or attendance below 50 % in the reports of Term 3. Students without a decision follow the rule of their class.',
    );
    const figure = (name: string) => screen.getByText(name).parentElement?.textContent;
    expect(
      [schoolScreenWordings.toAnotherClass, 'Leave', schoolScreenWordings.proposedToRepeatNotDecided].map(figure),
    ).toEqual(['To another class3', 'Leave1', 'Proposed to repeat, not decided1']);
  });

  it('sets many at once, each as proposed, offers to undo it, and lists it among the recent changes', async () => {
    const what = '3 students: as proposed';
    server.on(undoContract.listActs, () => [
      { undo: 'A1/what-was-decided', what, at: '2026-07-01T12:00:00.000Z', name: 'Ada', undone_at: null },
    ]);
    server.on(undoPlanAct, () => undone());
    await openArea(address);
    await waitFor(async () => expect(await textOf('Ali, Zoe')).toContain('Repeat?'));
    for (const name of ['Ali, Zoe', 'Bell, Ann', 'Dean, Dan']) await select(name);
    await screen.findByText('3 selected');
    await choose('Set to', 'As proposed');
    fireEvent.click(screen.getByRole('button', { name: 'Set' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.map(({ student_id, class_id, to, was }) => [student_id, class_id, to, was])).toEqual([
      ['S1', '3A', '3A', null],
      ['S2', '3A', '4A', null],
      ['S4', '4A', '-', null],
    ]);
    await waitFor(async () => expect(await textOf('Ali, Zoe')).toContain('Repeats 3A'));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.callsOf(undoPlanAct)[0]?.input).toEqual({ undo: 'A1/what-was-decided' }));
    const recent = (await screen.findByText('Recent changes')).closest('details') as HTMLDetailsElement;
    recent.open = true;
    fireEvent(recent, new Event('toggle'));
    await screen.findByRole('button', { name: `Undo: ${what}` });
  });

  it('says in one notice what was decided and why not the rest, with an undo', async () => {
    const many = Array.from({ length: maxDecisionsPerSave + 1 }, (_, at) =>
      student(`M${at}`, `Many, ${String(at).padStart(4, '0')}`, '3A', '4A'),
    );
    plan = { ...plan, students: many };
    server.on(listPromotionFacts, () => []);
    let calls = 0;
    server.on(savePromotionPlan, ({ decisions }) => {
      calls += 1;
      if (calls > 1) return refuseWith(409, 'The promotion has begun.');
      return {
        decisions: decisions.map(({ student_id, class_id, to }) => ({
          student_id,
          to,
          from_class: class_id,
          by: 'Ada',
          at: '2026-07-01T12:00:00.000Z',
        })),
        undo: 'A1/what-was-decided',
      };
    });
    await openArea(address);
    fireEvent.click(await screen.findByRole('checkbox', { name: /Select all/ }));
    await choose('Set to', 'Leave the school');
    fireEvent.click(screen.getByRole('button', { name: 'Set' }));
    const said = `Decided: ${pluralize(maxDecisionsPerSave, 'student')}. The promotion has begun.`;
    await screen.findAllByText(said, {}, { timeout: 30_000 });
    // A failure is read out, and shown beside until somebody goes to it.
    screen.getByRole('button', { name: 'Undo', hidden: true });
  });

  it('says beside the undo whom it does not apply to', async () => {
    await openArea(address);
    for (const name of ['Ali, Zoe', 'Dean, Dan']) await select(name);
    await choose('Set to', 'To the next class');
    fireEvent.click(screen.getByRole('button', { name: 'Set' }));
    await screen.findByText(
      'Decided: 1 student. 1 student has no next class or no proposal: nothing was changed there.',
    );
    screen.getByRole('button', { name: 'Undo' });
  });

  it('decides of one student in a window that the address names, to a chosen class', async () => {
    await openArea(`${address}?student=S4`);
    const dialog = await screen.findByRole('dialog', { name: 'Dean, Dan' });
    await within(dialog).findByText(/There is no next class/);
    await choose('Coming year', 'To 6L1');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(
        sent().map((one) => one.map(({ student_id, class_id, to, was }) => [student_id, class_id, to, was])),
      ).toEqual([[['S4', '4A', '6L1', null]]]),
    );
    await waitFor(async () => expect(await textOf('Dean, Dan')).toContain('To 6L1'));
  });

  it('asks where somebody else has decided meanwhile, with both values, and writes over neither unasked', async () => {
    const others = { to: '-', from_class: '3A', by: 'Sam Second', at: '2026-07-01T12:00:00.000Z' };
    const conflict = { field: 'S1', yours: 'Repeats 3A', theirs: 'Leaves', by: others.by, at: others.at };
    server.on(savePromotionPlan, ({ decisions }) => {
      plan = {
        ...plan,
        students: plan.students.map((one) => (one.student_id === 'S1' ? { ...one, decision: others } : one)),
      };
      if (decisions.some(({ student_id, was }) => student_id === 'S1' && was !== '-'))
        return { status: 409, message: 'Somebody else has decided.', conflict };
      const at = '2026-07-01T12:05:00.000Z';
      const saved = decisions.map(({ student_id, class_id, to }) => ({
        student_id,
        to,
        from_class: class_id,
        by: 'Ada Office',
        at,
      }));
      return { decisions: saved, undo: 'A1/what-was-decided' };
    });
    await openArea(address);
    for (const name of ['Ali, Zoe', 'Bell, Ann']) await select(name);
    await choose('Set to', schoolScreenWordings.repeatTheClass);
    fireEvent.click(screen.getByRole('button', { name: 'Set' }));
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Ali, Zoe (S1): somebody has decided otherwise');
    expect(question.textContent).toMatch(/Sam Second on .*: Leaves\. Yours: Repeats 3A\./);
    fireEvent.click(within(question).getByRole('button', { name: 'Take theirs' }));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]?.map(({ student_id }) => student_id)).toEqual(['S2']);
    await screen.findByText('Decided: 1 student.');
    await waitFor(async () => expect(await textOf('Ali, Zoe')).toContain('Leaves'));
  });

  it('shows the classes of the coming year with their numbers, and moves students between those of a form', async () => {
    await openArea(`${address}?view=classes`);
    const classesOf = await screen.findByRole('region', { name: schoolScreenWordings.classesOfTheComingYear });
    const line = (id: string) => within(classesOf).getByText(id).closest('tr')?.textContent;
    await waitFor(() => expect(line('4A')).toBe('4A251.22 from 3A'));
    fireEvent.click(within(classesOf).getByRole('button', { name: /^4A/ }));
    await select('Bell, Ann');
    await choose('Move to…', '4B (1 student)');
    fireEvent.click(screen.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(sent()[0]).toEqual([{ student_id: 'S2', class_id: '3A', to: '4B', was: null }]));
    await waitFor(() => expect([line('4A'), line('4B')]).toEqual(['4A138.21 from 3A', '4B257.11 from 3A, 1 from 3B']));
  });

  it('marks who has changed class since the decision, and takes nothing more once the promotion has begun', async () => {
    const by = { by: 'Ada', at: '2026-07-01T12:00:00.000Z' };
    plan.students[0] = { ...student('S1', 'Ali, Zoe', '3A', '4A'), decision: { to: '3B', from_class: '3B', ...by } };
    plan.closed = promotionWordings.planFixed('2025-2026', 'Ada');
    await openArea(`${address}?student=S1`);
    const dialog = await screen.findByRole('dialog', { name: 'Ali, Zoe' });
    await within(dialog).findByText(/Decided in class 3B: Repeats 3B\. The student has changed class since/);
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    expect(await textOf('Ali, Zoe')).toContain('Decide again');
    expect(screen.getAllByText(promotionWordings.planFixed('2025-2026', 'Ada')).length).toBeGreaterThan(0);
  });

  it('shows what filled class lists decide, and decides it once that is confirmed', async () => {
    const change = { row: 5, student_id: 'S1', name: 'Ali, Zoe', class_id: '3A', was: null, to: '3A' };
    server.on(previewPromotionPlanFile, ({ file }) =>
      file.name === 'wrong.xlsx'
        ? refuseWith(422, 'The headings are missing.')
        : {
            academic_year_id: '20252026',
            changes: [change],
            unchanged: 2,
            refused: [{ row: 7, student: 'Dean, Dan', reason: 'The school has no class 9Z.' }],
            refused_count: 1,
            notes: [],
            sheets: [{ name: 'Lists', rows: 3, is_read: true }],
          },
    );
    await openArea(address);
    fireEvent.click(await screen.findByRole('button', { name: 'Upload' }));
    const dialog = await screen.findByRole('dialog', { name: schoolScreenWordings.uploadClassLists });
    const give = (name: string) =>
      fireEvent.change(within(dialog).getByLabelText(/Spreadsheet/), { target: { files: [new File(['x'], name)] } });
    give('wrong.xlsx');
    await within(dialog).findByText(/The file could not be read\. The headings are missing\./);
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Decide' }).disabled).toBe(true);
    give('lists.xlsx');
    const line = (await within(dialog).findByText('Ali, Zoe (S1)')).closest('tr');
    expect(line?.textContent).toBe('Ali, Zoe (S1)3ANot decidedRepeats 3A');
    within(dialog).getByText('1 student to decide, 2 as they are, 1 not taken.');
    expect(within(dialog).getByRole('list', { name: 'Not taken' }).textContent).toBe(
      'Row 7, Dean, Dan: The school has no class 9Z.',
    );
    expect(sent()).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Decide 1 student' }));
    await waitFor(() => expect(sent()).toEqual([[{ student_id: 'S1', class_id: '3A', to: '3A', was: null }]]));
    await waitUntilWindowsClosed();
    await waitFor(async () => expect(await textOf('Ali, Zoe')).toContain('Repeats 3A'));
  });
});
