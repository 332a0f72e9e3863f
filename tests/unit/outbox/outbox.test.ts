import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ModelWorld, marksTarget, openWorld, typedMark } from './model-world.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

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
