import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../web/api/errors.ts';
import { connectGrid } from '../../../web/outbox/connect-grid.ts';
import { createMemoryStorage, type OutboxStorage } from '../../../web/outbox/device/storage.ts';
import { Outbox } from '../../../web/outbox/outbox.ts';
import type { PendingRecord, SaveTarget, TypedValue } from '../../../web/outbox/pending-record.ts';
import type { GridColumn } from '../../../web/ui/grid/grid-columns.ts';
import { GridModel } from '../../../web/ui/grid/grid-model.ts';

const column = (id: string): GridColumn => ({
  id,
  label: id,
  width: '72px',
  kind: 'number' as const,
  max: 100,
  decimals: 0 as const,
  counts: 'marks' as const,
});
const columns = [column('exam_mark'), column('course_mark')];

const target = (row: string): SaveTarget => ({ save: 'marks', record: { row }, id: `marks/${row}`, about: row });

/** What reached the server, and what it has: a value of another user's, by record and field. */
let sent: { id: string; fields: object; was: object }[];
let theirs: Map<string, TypedValue>;
let storage: OutboxStorage;
let later: (() => void)[];
let leaves: (() => void)[];
beforeEach(() => {
  sent = [];
  theirs = new Map();
  storage = createMemoryStorage();
  later = [];
  leaves = [];
});
afterEach(() => {
  for (const leave of leaves) leave();
});

async function save({ id }: PendingRecord, { fields, was }: NonNullable<PendingRecord['sent']>): Promise<unknown> {
  for (const [field, yours] of Object.entries(fields)) {
    const value = theirs.get(`${id} ${field}`);
    if (value !== undefined && value !== was[field])
      throw new ApiError(409, 'Changed.', { conflict: { field, yours, theirs: value, by: 'Ms. Ali', at: null } });
  }
  sent.push({ id, fields, was });
  return {};
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A grid of Ali, Bo and somebody whose record is not saved, joined to an outbox. */
function openGrid() {
  const outbox = new Outbox({
    user: 'teacher',
    storage,
    send: save,
    withLock: (_lock, act) => act(),
    newKey: () => crypto.randomUUID(),
    page: 'mine',
    holdPage: async () => {},
    isPageOpen: async () => true,
    unstoredChanges: [],
    whenIdle: (act) => void later.push(act),
  });
  const rows = ['ali', 'bo', 'cy'];
  const grid = new GridModel(new Map(rows.map((row) => [row, { exam_mark: null, course_mark: null }])));
  grid.arrange(
    columns,
    rows.map((id) => ({ id, name: id })),
  );
  const taken: string[] = [];
  const leave = connectGrid({
    grid,
    outbox,
    targets: new Map(['ali', 'bo'].map((row) => [row, target(row)])),
    onEnqueued: (row) => taken.push(row),
  });
  leaves.push(leave);
  const enter = async (row: string, text: string, field = 'exam_mark') => {
    grid.enter({ row, column: field }, text);
    await settled();
  };
  const note = (row: string, field = 'exam_mark') => grid.view(row).notes[field];
  return { grid, outbox, taken, leave, enter, note };
}

describe('a grid joined to the outbox', () => {
  it('sends what is entered, one request a record, with what the user saw', async () => {
    const { grid, taken } = openGrid();
    grid.enterTexts([
      { cell: { row: 'ali', column: 'exam_mark' }, text: '57' },
      { cell: { row: 'ali', column: 'course_mark' }, text: '61' },
      { cell: { row: 'bo', column: 'exam_mark' }, text: '58' },
      { cell: { row: 'cy', column: 'exam_mark' }, text: '59' },
    ]);
    await settled();
    const was = { exam_mark: null };
    expect(sent).toEqual([
      { id: 'marks/ali', fields: { exam_mark: 57, course_mark: 61 }, was: { ...was, course_mark: null } },
      { id: 'marks/bo', fields: { exam_mark: 58 }, was },
    ]);
    expect(taken).toEqual(['ali', 'bo', 'cy']);
  });

  it('keeps what is being typed on the device, until nothing is', async () => {
    const { grid } = openGrid();
    const drafts = async () => {
      for (const act of later.splice(0)) act();
      await settled();
      return (await storage.drafts('teacher')).map(({ take }) => take);
    };
    grid.typing(() => ({ cell: { row: 'ali', column: 'exam_mark' }, text: '5' }));
    expect(await drafts()).toEqual([{ target: target('ali'), typed: [{ field: 'exam_mark', value: 5, was: null }] }]);
    grid.typing(() => ({ cell: { row: 'cy', column: 'exam_mark' }, text: '5' }));
    expect(await drafts()).toEqual([]);
    grid.typing(() => ({ cell: { row: 'ali', column: 'exam_mark' }, text: '' }));
    expect(await drafts()).toEqual([]);
    grid.typing(() => ({ cell: { row: 'ali', column: 'exam_mark' }, text: '5' }));
    expect(await drafts()).toHaveLength(1);
    grid.typing(null);
    expect(await drafts()).toEqual([]);
  });

  it('shows a conflict in its cell with both values, and takes it away with the answer', async () => {
    theirs.set('marks/ali exam_mark', 61);
    const { grid, outbox, enter, note } = openGrid();
    await enter('ali', '57');
    expect(note('ali')).toMatchObject({
      kind: 'conflict',
      typed: '61',
      message: 'Ms. Ali changed this to 61.',
      actions: [
        { label: 'Keep mine: 57', key: 'm' },
        { label: 'Take theirs: 61', key: 't' },
      ],
    });
    expect([note('bo'), note('ali', 'course_mark')]).toEqual([undefined, undefined]);
    note('ali')?.actions?.[0]?.act();
    await settled();
    expect([note('ali'), sent.at(-1)]).toEqual([
      undefined,
      { id: 'marks/ali', fields: { exam_mark: 57 }, was: { exam_mark: 61 } },
    ]);
    expect(outbox.unsaved()).toBe(0);
    expect(grid.view('ali').values.exam_mark).toBe(57);
  });

  it('gives the user’s own value up where that is chosen', async () => {
    theirs.set('marks/ali exam_mark', 61);
    const { grid, outbox, enter, note } = openGrid();
    await enter('ali', '57');
    note('ali')?.actions?.[1]?.act();
    await settled();
    expect([note('ali'), sent, outbox.unsaved()]).toEqual([undefined, [], 0]);
    expect([grid.view('ali').values.exam_mark, grid.view('bo').values.exam_mark]).toEqual([61, null]);
  });

  it('shows the conflicts of its own records alone, those that were there before it too', async () => {
    for (const id of ['marks/ali', 'marks/bo', 'other/ali']) theirs.set(`${id} exam_mark`, 61);
    const before = openGrid();
    await before.enter('ali', '57');
    before.leave();
    const { outbox } = before;
    await outbox.enqueue({ ...target('ali'), id: 'other/ali' }, [{ field: 'exam_mark', value: 44, was: null }]);
    await settled();
    const grid = new GridModel(new Map([['ali', { exam_mark: 57 }]]));
    grid.arrange(columns, [{ id: 'ali', name: 'ali' }]);
    const note = vi.spyOn(grid, 'note');
    leaves.push(connectGrid({ grid, outbox, targets: new Map([['ali', target('ali')]]) }));
    expect(grid.view('ali').notes.exam_mark).toMatchObject({ kind: 'conflict', typed: '61' });
    expect(note).toHaveBeenCalledTimes(1);
    expect(outbox.unsaved()).toBe(2);
  });

  it('keeps a text that a cell refuses, and shows it again with its reason, until it is corrected or given up', async () => {
    const first = openGrid();
    await first.enter('ali', '44%');
    await first.enter('bo', '4.5');
    await first.enter('cy', '44%');
    const kept = { kind: 'refused', typed: '44%', message: '44%: not a number.' };
    expect([first.note('ali'), first.note('bo')?.typed, sent]).toEqual([kept, '4.5', []]);
    first.leave();

    const { grid, outbox, enter, note } = openGrid();
    await settled();
    expect([note('ali'), note('bo')?.typed]).toEqual([kept, '4.5']);
    expect(grid.view('ali').values.exam_mark).toBeNull();
    await enter('ali', '44');
    expect([note('ali'), sent.at(-1)?.fields]).toEqual([undefined, { exam_mark: 44 }]);
    grid.undo();
    await settled();
    expect([note('ali')?.typed, outbox.refused('marks/ali').exam_mark?.typed]).toEqual(['44%', '44%']);
    await outbox.discardRefused('marks/bo', 'exam_mark');
    expect([note('bo'), outbox.refused('marks/bo')]).toEqual([undefined, {}]);
    grid.activateCell({ row: 'ali', column: 'exam_mark' });
    grid.clear();
    await settled();
    expect([note('ali'), outbox.states()]).toEqual([undefined, []]);
  });

  it('goes to the cell that the user asks for, at once or when the sheet is opened', async () => {
    const { requestFieldFocus } = await import('../../../web/outbox/field-focus.ts');
    const { grid, leave } = openGrid();
    requestFieldFocus({ id: 'marks/bo', field: 'course_mark' });
    expect(grid.active()).toMatchObject({ row: { id: 'bo' }, column: { id: 'course_mark' } });
    leave();
    requestFieldFocus({ id: 'marks/bo', field: 'course_mark' });
    requestFieldFocus({ id: 'other/ali', field: 'exam_mark' });
    const another = openGrid();
    expect(another.grid.active()).toMatchObject({ row: { id: 'ali' }, column: { id: 'exam_mark' } });
    requestFieldFocus({ id: 'marks/bo', field: 'course_mark' });
    expect(another.grid.active()).toMatchObject({ row: { id: 'bo' }, column: { id: 'course_mark' } });
  });

  it('sends and shows nothing more after it was left', async () => {
    theirs.set('marks/bo exam_mark', 61);
    const { outbox, enter, leave, note, grid } = openGrid();
    leave();
    await enter('ali', '57');
    grid.typing(() => ({ cell: { row: 'ali', column: 'exam_mark' }, text: '5' }));
    await outbox.enqueue(target('bo'), [{ field: 'exam_mark', value: 58, was: null }]);
    await settled();
    expect([sent, later, note('bo')]).toEqual([[], [], undefined]);
  });
});
