import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStorage } from '../../../web/outbox/device/storage.ts';
import { createPendingRecord, type TypedValue } from '../../../web/outbox/pending-record.ts';
import { ModelWorld, marksTarget, openWorld, openWorldWithUnsentMark, typedMark } from './model-world.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a refused value', () => {
  it('is retried once it is typed again, and its failure is removed at once', async () => {
    const { world, tab } = await openWorld();
    world.server.write('ali', 'exam_mark', 61);
    tab.seen.set('ali exam_mark', null);
    world.type(tab, typedMark);
    await world.run();
    expect(tab.outbox.state('ali').failures).toHaveLength(1);
    world.type(tab, { ...typedMark, value: 58 });
    expect(tab.outbox.state('ali').failures).toEqual([]);
  });

  it('is replaced by the value that the user saw before, if nobody else stored one', async () => {
    const world = new ModelWorld();
    world.server.write('ali', 'exam_mark', 40);
    const tab = world.openTab();
    await world.run();
    world.weather = 'forbids';
    world.type(tab, typedMark);
    await world.run();
    void tab.outbox.discardValue('ali', null);
    await world.run();
    expect(tab.seen.get('ali exam_mark')).toBe(40);
    // Nothing was saved: no tick.
    expect(tab.outbox.state('ali').status).toBe('idle');
  });
});

describe('pending values', () => {
  it('notify subscribers of each change, with a new version, and of nothing else', async () => {
    const { world, tab } = await openWorld();
    const told: [number, unknown][] = [];
    tab.outbox.subscribe(() => told.push([tab.outbox.version(), tab.outbox.state('ali')]));
    tab.outbox.pause();
    world.type(tab, typedMark);
    await world.run();
    const typed = told.length;
    expect(typed).toBeGreaterThan(0);
    expect(new Set(told.map(([version]) => version)).size).toBe(typed);
    const state = tab.outbox.state('ali');
    void tab.outbox.wake();
    tab.outbox.pause();
    expect([told.length, tab.outbox.state('ali') === state]).toEqual([typed, true]);
  });

  it('are all shown until the server has them, however slow the device is', async () => {
    const { world, tab } = await openWorld();
    tab.outbox.pause();
    world.type(tab, { ...typedMark, field: 'comment', value: 'Good' });
    void tab.outbox.wake();
    world.type(tab, typedMark);
    const counts: number[] = [];
    tab.outbox.subscribe(() => counts.push(tab.outbox.unsaved()));
    await world.run();
    expect(new Set(counts)).toEqual(new Set([2]));
  });

  it('are unstored changes of their page until the device has stored them', async () => {
    const { world, tab } = await openWorld();
    tab.outbox.pause();
    world.type(tab, typedMark);
    expect(tab.outbox.unstoredChanges()).toMatchObject([{ page: tab.name, typed: [{ value: 57 }] }]);
    const left: number[] = [];
    tab.outbox.subscribe(() => left.push(tab.outbox.unstoredChanges().length));
    await world.run();
    expect(left.at(-1)).toBe(0);
  });

  it('are shown as saved in the tab that typed them when another tab has sent them', async () => {
    const { world, tab } = await openWorldWithUnsentMark();
    world.weather = 'fine';
    const other = world.openTab();
    await world.run();
    expect([world.server.value('ali', 'exam_mark'), other.outbox.state('ali').status]).toEqual([57, 'saved']);
    expect(tab.outbox.state('ali').status).toBe('waiting');
    void tab.outbox.wake();
    await world.run();
    expect(tab.outbox.state('ali')).toMatchObject({ status: 'saved', waiting: null });
    expect(world.requests).toBe(2);
  });

  it('do not include what a capture returns', async () => {
    const { world, tab } = await openWorld();
    const take = tab.outbox.capture(() => world.type(tab, typedMark));
    await world.run();
    expect(take).toMatchObject({ target: { id: 'ali' }, typed: [{ field: 'exam_mark', value: 57, was: null }] });
    expect([tab.outbox.unsaved(), world.requests]).toEqual([0, 0]);
  });
});

describe('the draft of a crashed page', () => {
  it('is ignored if another page has taken it: a newer value is neither overwritten nor hidden', async () => {
    const storage = createMemoryStorage();
    const open = { fields: { exam_mark: 58 }, was: { exam_mark: null } };
    await storage.update({ user: 'teacher', id: 'ali' }, () => ({ ...createPendingRecord(marksTarget('ali')), open }));
    const take = { target: marksTarget('ali'), typed: [{ field: 'exam_mark', value: 57, was: null }] };
    const world = new ModelWorld();
    const { outbox } = world.openTab('teacher', {
      // Read before the other page took it.
      storage: { ...storage, drafts: async () => [{ page: 'gone', take }] },
    });
    const seen: TypedValue[] = [];
    outbox.subscribe(() => seen.push(outbox.state('ali').waiting?.open.fields.exam_mark ?? null));
    outbox.pause();
    await outbox.ready;
    expect(new Set(seen)).toEqual(new Set([58]));
    expect(outbox.state('ali').waiting?.open).toEqual(open);
  });

  it('is taken by one of two pages, and never replaces a value that is typed later', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(6), { maxLength: 30 }), async (steps) => {
        const world = new ModelWorld();
        const dead = world.openTab();
        await world.run();
        world.typing(dead, typedMark);
        await world.run();
        world.crash(dead);
        const [tab] = [world.openTab(), world.openTab()];
        await world.step(steps.slice(0, 10));
        // The sheet is there only when the outbox knows what waits.
        let isReady = false;
        void tab.outbox.ready.then(() => {
          isReady = true;
        });
        for (const pick of steps.slice(10)) {
          await world.step([pick]);
          if (!isReady) continue;
          tab.seen.set('ali exam_mark', 57);
          world.type(tab, { ...typedMark, value: 58 });
          isReady = false;
        }
        const last = tab.seen.get('ali exam_mark') ?? 57;
        await world.run();
        expect(world.server.value('ali', 'exam_mark')).toBe(last);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a conflict', () => {
  /** A tab whose 57 conflicts with 61, after messages that another tab of the user saved `heard`. */
  async function conflictAfter(heard: readonly Record<string, TypedValue>[]) {
    const { world, tab } = await openWorld();
    tab.seen.set('ali exam_mark', null);
    world.server.write('ali', 'exam_mark', 61);
    for (const fields of heard) tab.outbox.savedInOtherTab('ali', fields);
    world.type(tab, typedMark);
    await world.run();
    const [failure] = tab.outbox.state('ali').failures;
    return failure?.conflict;
  }

  it.each([
    ['that value', [{ exam_mark: 61 }]],
    ['that value, and then another field', [{ exam_mark: 61 }, { comment: 'Good' }]],
    ['another value before it', [{ exam_mark: 60 }, { exam_mark: 61 }]],
  ])('is with the user’s own other tab if that saved %s', async (_what, heard) => {
    expect(await conflictAfter(heard)).toMatchObject({ theirs: 61, isOwnTab: true });
  });

  it.each([
    ['nothing', []],
    ['another value', [{ exam_mark: 60 }]],
    ['that value in another field', [{ late: 61 }]],
  ])('is with somebody else if the user’s other tab saved %s', async (_what, heard) => {
    expect(await conflictAfter(heard)).toEqual({ theirs: 61, by: 'Ms. Ali', at: null });
  });

  it('is not reported if the server refused the record for another reason', async () => {
    const { world, tab } = await openWorld();
    tab.outbox.savedInOtherTab('ali', { exam_mark: 61 });
    world.weather = 'forbids';
    world.type(tab, typedMark);
    await world.run();
    expect(tab.outbox.state('ali').failures).toEqual([{ field: null, message: 'Not yours.', isRefused: true }]);
  });
});
