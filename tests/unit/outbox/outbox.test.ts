import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ModelWorld, marksTarget, openWorld, serverConditions, type Tab, typedMark } from './model-world.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const rows = ['ali', 'bo'];
const fields = ['exam_mark', 'comment'];

/** Milliseconds that a server asks for which slows somebody down, and the moment more that the outbox takes. */
const pauseAskedFor = 11_000;

/** The weather clears, the user retries, and everything happens that can. */
async function clearUp(world: ModelWorld, tabs: readonly Tab[]): Promise<void> {
  await world.run();
  world.weather = 'fine';
  vi.advanceTimersByTime(pauseAskedFor);
  for (const { outbox } of tabs) void outbox.resume();
  await world.run();
  for (const { outbox } of tabs) void outbox.retry();
  await world.run();
}

/**
 * The user keeps what was typed. It may be asked about over a value of the user's own: one that another tab has sent
 * already, or that was first carried out without an answer and then forbidden.
 */
async function keepAll(world: ModelWorld, tabs: readonly Tab[]): Promise<void> {
  for (const { outbox } of tabs) {
    for (const { waiting, failures } of outbox.states()) {
      for (const { field } of failures) if (waiting && field !== null) void outbox.keepMine(waiting.id, field);
    }
    await world.run();
  }
  for (const { outbox } of tabs) void outbox.wake();
  await world.run();
}

describe('the outbox', () => {
  it('emits an answer before the typed value is no longer pending', async () => {
    const world = new ModelWorld();
    const tab = world.openTab();
    const seen: string[] = [];
    tab.outbox.onEvent(({ kind }) => seen.push(`${kind}, ${tab.outbox.unsaved()} wait`));
    tab.outbox.subscribe(() => seen.push(`${tab.outbox.unsaved()} wait`));
    world.type(tab, { row: 'ali', field: 'exam_mark', value: 41 });
    await world.run();
    const answered = seen.indexOf('saved, 0 wait');
    expect(seen.slice(0, answered)).not.toContain('0 wait');
    expect(seen[answered + 1]).toBe('0 wait');
  });

  it('has the answer to a save only for data that was loaded before it', async () => {
    const world = new ModelWorld();
    const { outbox } = world.openTab();
    const isAny = (value: unknown): value is unknown => value !== 'refused';
    const isOther = (_value: unknown): _value is never => false;
    const loaded = outbox.version();
    expect([outbox.hasAnswerSince('ali', loaded), outbox.answerSince('ali', loaded, isAny)]).toEqual([
      false,
      undefined,
    ]);
    void outbox.enqueue(marksTarget('ali'), [{ field: 'exam_mark', value: 41, was: null }]);
    await world.run();
    expect(outbox.hasAnswerSince('ali', loaded)).toBe(true);
    expect(outbox.answerSince('ali', loaded, isAny)).not.toBeUndefined();
    expect(outbox.answerSince('ali', loaded, isOther)).toBeUndefined();
    const after = outbox.version();
    expect([outbox.hasAnswerSince('ali', after), outbox.answerSince('ali', after, isAny)]).toEqual([false, undefined]);
    expect([outbox.hasAnswerSince('bo', loaded), outbox.answerSince('bo', loaded, isAny)]).toEqual([false, undefined]);
    expect(outbox.states()).toEqual([]);
  });

  it('sends nothing during a pause that the server asked for, and then resumes by itself', async () => {
    const world = new ModelWorld();
    const tab = world.openTab();
    world.weather = 'slowed';
    world.type(tab, { row: 'ali', field: 'exam_mark', value: 41 });
    await world.run();
    world.weather = 'fine';
    world.type(tab, { row: 'bo', field: 'exam_mark', value: 42 });
    world.type(tab, { row: 'ali', field: 'comment', value: 'Good' });
    void tab.outbox.retry();
    void tab.outbox.wake();
    vi.advanceTimersByTime(9_999);
    await world.run();
    expect(world.requests).toBe(1);
    expect(tab.outbox.pausedBy()).toBe('slowed');
    expect(tab.outbox.states().map(({ status }) => status)).toEqual(['waiting', 'waiting']);
    vi.advanceTimersByTime(1_001);
    await world.run();
    expect(tab.outbox.unsaved()).toBe(0);
    expect(tab.outbox.pausedBy()).toBeNull();
    expect(world.server.value('bo', 'exam_mark')).toBe(42);
  });

  it('loses no typed value and applies none twice, whatever happens between typing and the answer', async () => {
    const act = fc.record({
      kind: fc.constantFrom('type', 'type', 'type', 'weather', 'reload', 'wake', 'retry', 'pause', 'resume'),
      tab: fc.nat(1),
      row: fc.constantFrom(...rows),
      field: fc.constantFrom(...fields),
      weather: fc.constantFrom(...serverConditions),
      steps: fc.array(fc.nat(20), { maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const world = new ModelWorld();
        const tabs = [world.openTab(), world.openTab()];
        const typed = new Map<string, number>();
        let value = 0;
        for (const { kind, tab: index, row, field, weather, steps } of acts) {
          // Each field is typed in one of the tabs; both send what waits of either.
          const owner = kind === 'type' ? fields.indexOf(field) : index;
          const tab = tabs[owner] as Tab;
          if (kind === 'type') {
            value += 1;
            typed.set(`${row} ${field}`, value);
            world.type(tab, { row, field, value });
          } else if (kind === 'weather') world.weather = weather;
          else if (kind === 'reload') {
            world.closeTab(tab);
            const reopened = world.openTab();
            reopened.seen = tab.seen;
            tabs[owner] = reopened;
          } else if (kind === 'pause') tab.outbox.pause();
          else void tab.outbox[kind]();
          await world.step(steps);
        }
        await clearUp(world, tabs);
        await keepAll(world, tabs);

        for (const [place, last] of typed) {
          const [row = '', field = ''] = place.split(' ');
          expect(world.server.value(row, field)).toBe(last);
          const written = world.server.writes.filter((write) => write.place === place).map((write) => write.value);
          // Typed values only grow: a value applied twice, or after a newer one, would stand out of order.
          expect(written).toEqual([...new Set(written)].sort((a, b) => Number(a) - Number(b)));
        }
        expect(world.mostAtOnce).toBeLessThanOrEqual(1);
        expect(await world.storedForLater()).toEqual([]);
        for (const { outbox } of tabs) expect(outbox.unsaved()).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it('never overwrites a value that the user did not see without asking', async () => {
    const act = fc.record({
      kind: fc.constantFrom('type', 'other', 'mine', 'theirs', 'weather'),
      field: fc.constantFrom(...fields),
      weather: fc.constantFrom('fine' as const, 'lost-after' as const, 'lost' as const),
      steps: fc.array(fc.nat(20), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        const world = new ModelWorld();
        const tab = world.openTab();
        const kept = new Set<number>();
        let value = 0;
        for (const { kind, field, weather, steps } of acts) {
          value += 1;
          if (kind === 'type') world.type(tab, { row: 'ali', field, value });
          else if (kind === 'other') world.server.write('ali', field, -value);
          else if (kind === 'weather') world.weather = weather;
          else if (kind === 'theirs') void tab.outbox.discardValue('ali', conflicting(tab) ?? field);
          else {
            const theirs = conflictOf(tab)?.theirs;
            if (typeof theirs === 'number') kept.add(theirs);
            void tab.outbox.keepMine('ali', conflicting(tab) ?? field);
          }
          await world.step(steps);
        }
        await clearUp(world, [tab]);
        // Another's value (negative) is followed by ours only if the cell showed it when we typed, or we chose ours.
        for (const [index, write] of world.server.writes.entries()) {
          const before = world.server.writes.slice(0, index).findLast(({ place }) => place === write.place);
          if (typeof before?.value !== 'number' || before.value > 0 || Number(write.value) < 0) continue;
          const wasSeen = kept.has(before.value) || world.seenWhenTyped.has(before.value);
          expect(wasSeen).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('leaves each cell with the value that was typed last, unless somebody else stored another one afterwards', async () => {
    const act = fc.record({
      kind: fc.constantFrom('type', 'type', 'type', 'other', 'reload', 'weather', 'mine', 'retry', 'pause', 'resume'),
      field: fc.constantFrom('exam_mark', 'exam_mark', 'exam_mark', 'comment'),
      // Few, so that a value is often typed back to one that the field had before.
      value: fc.constantFrom(null, 1, 2),
      weather: fc.constantFrom('fine' as const, 'lost-after' as const, 'lost' as const, 'stumbles' as const),
      steps: fc.array(fc.nat(20), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
        const world = new ModelWorld();
        let tab = world.openTab();
        let others = 0;
        /** What was typed last, and how much was written before. */
        const last = new Map<string, { value: number | null; held: unknown; writes: number }>();
        for (const { kind, field, value, weather, steps } of acts) {
          if (kind === 'type') {
            const shown = tab.seen.has(`ali ${field}`)
              ? tab.seen.get(`ali ${field}`)
              : world.server.value('ali', field);
            // The same again is no change of a field.
            if (shown !== value) {
              last.set(field, { value, held: world.server.value('ali', field), writes: world.server.writes.length });
              world.type(tab, { row: 'ali', field, value });
            }
          } else if (kind === 'other') world.server.write('ali', field, -++others);
          else if (kind === 'weather') world.weather = weather;
          else if (kind === 'mine') void tab.outbox.keepMine('ali', conflicting(tab) ?? field);
          else if (kind === 'reload') {
            const { seen } = tab;
            world.closeTab(tab);
            tab = world.openTab();
            tab.seen = seen;
          } else if (kind === 'pause') tab.outbox.pause();
          else void tab.outbox[kind]();
          await world.step(steps);
        }
        await clearUp(world, [tab]);
        // Somebody else may have stored another value since the conflict.
        while (tab.outbox.unsaved() > 0) await keepAll(world, [tab]);
        for (const [field, { value, held, writes }] of last) {
          const since = world.server.writes.slice(writes).filter(({ place }) => place === `ali ${field}`);
          expect([held, ...since.map((write) => write.value)]).toContain(value);
        }
        expect(await world.storedForLater()).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('saves the other fields of a record whose one field is in conflict, and waits for the answer', async () => {
    const { world, tab } = await openWorld();
    tab.seen.set('ali exam_mark', null);
    world.server.write('ali', 'exam_mark', 61);
    world.type(tab, typedMark);
    world.type(tab, { row: 'ali', field: 'comment', value: 'Good' });
    await world.run();
    expect(tab.outbox.state('ali')).toMatchObject({
      status: 'error',
      failures: [{ field: 'exam_mark', conflict: { theirs: 61, by: 'Ms. Ali' } }],
    });
    expect(world.server.value('ali', 'comment')).toBe('Good');
    expect(tab.outbox.unsaved()).toBe(1);
    void tab.outbox.keepMine('ali', 'exam_mark');
    await world.run();
    expect(world.server.value('ali', 'exam_mark')).toBe(57);
    expect(tab.outbox.state('ali').status).toBe('saved');
  });

  it.each([
    'when the conflict is known',
    'while the first value is in flight',
    'in a page that was loaded again and sends nothing yet',
  ])('asks about a value that is typed back to what the user saw at first, %s', async (when) => {
    const world = new ModelWorld();
    let tab = world.openTab();
    await world.run();
    tab.seen.set('ali exam_mark', null);
    world.server.write('ali', 'exam_mark', 61);
    world.type(tab, typedMark);
    await (when === 'while the first value is in flight' ? world.step([0, 0, 0]) : world.run());
    if (when.includes('loaded again')) {
      const { seen } = tab;
      world.closeTab(tab);
      tab = world.openTab();
      tab.seen = seen;
      tab.outbox.pause();
      await world.run();
    }
    world.type(tab, { row: 'ali', field: 'exam_mark', value: null });
    await world.run();
    void tab.outbox.resume();
    await world.run();
    // The cell is blank now: it must not look saved while 61 is stored.
    expect(tab.outbox.state('ali')).toMatchObject({
      status: 'error',
      failures: [{ field: 'exam_mark', conflict: { theirs: 61 } }],
    });
    expect(tab.outbox.unsaved()).toBe(1);
    expect(world.server.value('ali', 'exam_mark')).toBe(61);
    void tab.outbox.keepMine('ali', 'exam_mark');
    await world.run();
    expect(world.server.value('ali', 'exam_mark')).toBe(null);
    expect(tab.outbox.state('ali')).toMatchObject({ status: 'saved', waiting: null });
  });

  it('discards the value of one of two conflicts, and keeps the other', async () => {
    const { world, tab } = await openWorld();
    for (const [field, value] of [
      ['exam_mark', 61],
      ['comment', 'Theirs'],
    ] as const) {
      tab.seen.set(`ali ${field}`, null);
      world.server.write('ali', field, value);
    }
    world.type(tab, typedMark);
    world.type(tab, { row: 'ali', field: 'comment', value: 'Mine' });
    await world.run();
    expect(tab.outbox.state('ali').failures.map(({ field }) => field)).toEqual(['exam_mark', 'comment']);
    void tab.outbox.discardValue('ali', 'exam_mark');
    await world.run();
    expect(tab.outbox.state('ali').failures).toMatchObject([{ field: 'comment', conflict: { theirs: 'Theirs' } }]);
    expect([tab.seen.get('ali exam_mark'), tab.seen.get('ali comment')]).toEqual([61, 'Mine']);
    void tab.outbox.keepMine('ali', 'comment');
    await world.run();
    expect(world.server.value('ali', 'comment')).toBe('Mine');
  });

  it.each([
    'typed and not stored',
    'in flight',
  ])('sends what another tab had %s when that tab is closed', async (when) => {
    const world = new ModelWorld();
    const [stays, goes] = [world.openTab(), world.openTab()];
    await world.run();
    world.type(goes, typedMark);
    // Stored at the first step, sealed and stored again, and asked of a server that never hears of it.
    if (when === 'in flight') await world.step([0, 0, 0, 0]);
    expect(goes.outbox.unstoredChanges().length).toBe(when === 'in flight' ? 0 : 1);
    world.closeTab(goes);
    await world.run();
    expect(world.server.writes).toEqual([{ place: 'ali exam_mark', value: 57 }]);
    expect(stays.outbox.unsaved()).toBe(0);
    expect(await world.storedForLater()).toEqual([]);
  });

  it('retries by itself after a lost connection, and asks the user after a failure', async () => {
    const { world, tab } = await openWorld();
    world.weather = 'lost';
    world.type(tab, typedMark);
    await world.run();
    expect(tab.outbox.state('ali').status).toBe('waiting');
    world.weather = 'stumbles';
    vi.advanceTimersByTime(1_000);
    await world.run();
    expect(tab.outbox.state('ali')).toMatchObject({ status: 'error', failures: [{ field: null, isRefused: false }] });
    world.weather = 'fine';
    vi.advanceTimersByTime(60_000);
    await world.run();
    expect(world.server.writes).toEqual([]);
    void tab.outbox.retry();
    await world.run();
    expect(world.server.value('ali', 'exam_mark')).toBe(57);
  });

  it('retries a request whose answer was lost under its key, so that a later change of somebody else is no conflict', async () => {
    const { world, tab } = await openWorld();
    world.weather = 'lost-after';
    world.type(tab, typedMark);
    await world.run();
    world.server.write('ali', 'exam_mark', 61);
    world.closeTab(tab);
    world.weather = 'fine';
    const reopened = world.openTab();
    await world.run();
    expect(reopened.outbox.state('ali')).toMatchObject({ status: 'saved', failures: [] });
    expect(world.server.writes.map(({ value }) => value)).toEqual([57, 61]);
  });

  it('keeps a refused record until the user retries or discards it', async () => {
    const { world, tab } = await openWorld();
    world.weather = 'forbids';
    world.type(tab, typedMark);
    await world.run();
    const failure = { field: null, message: 'Not yours.', isRefused: true };
    expect(tab.outbox.state('ali')).toMatchObject({ status: 'error', failures: [failure] });
    expect(tab.outbox.unsaved()).toBe(1);
    void tab.outbox.discardValue('ali', null);
    await world.run();
    expect(tab.outbox.unsaved()).toBe(0);
    expect(tab.seen.get('ali exam_mark')).toBeNull();
  });

  it('forgets everything at logout', async () => {
    const { world, tab } = await openWorld();
    world.weather = 'lost';
    world.type(tab, typedMark);
    await world.run();
    const shown: number[] = [];
    tab.outbox.subscribe(() => shown.push(tab.outbox.unsaved()));
    void tab.outbox.clear();
    expect(shown.at(-1)).toBe(0);
    await world.run();
    expect(await world.storedForLater()).toEqual([]);
    expect(tab.outbox.unsaved()).toBe(0);
  });
});

const conflicting = (tab: Tab) => tab.outbox.state('ali').failures.find(({ conflict }) => conflict)?.field;
const conflictOf = (tab: Tab) => tab.outbox.state('ali').failures.find(({ conflict }) => conflict)?.conflict;
