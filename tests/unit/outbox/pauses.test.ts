import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ModelWorld, openWorld, openWorldWithUnsentMark, typedMark } from './model-world.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the outbox between two attempts', () => {
  it('has one timer at a time, and none when everything has arrived', async () => {
    const { world, tab } = await openWorldWithUnsentMark();
    expect(vi.getTimerCount()).toBe(1);
    void tab.outbox.wake();
    await world.run();
    expect(vi.getTimerCount()).toBe(1);
    world.weather = 'fine';
    void tab.outbox.wake();
    await world.run();
    expect([tab.outbox.unsaved(), vi.getTimerCount()]).toEqual([0, 0]);
  });

  it('retries soon after the next loss, however long the one before was', async () => {
    const { world, tab } = await openWorldWithUnsentMark();
    for (let tries = 0; tries < 5; tries += 1) {
      vi.advanceTimersByTime(30_000);
      await world.run();
    }
    world.weather = 'fine';
    vi.advanceTimersByTime(30_000);
    await world.run();
    expect(tab.outbox.unsaved()).toBe(0);
    world.weather = 'lost';
    world.type(tab, { ...typedMark, row: 'bo' });
    await world.run();
    world.weather = 'fine';
    vi.advanceTimersByTime(1_000);
    await world.run();
    expect(tab.outbox.unsaved()).toBe(0);
  });

  it.each([
    'signed-out',
    'stumbles',
    'forbids',
  ] as const)('retries nothing if the user has to act: %s', async (weather) => {
    const { world, tab } = await openWorld();
    world.weather = weather;
    world.type(tab, typedMark);
    await world.run();
    expect([tab.outbox.unsaved(), world.requests, vi.getTimerCount()]).toEqual([1, 1, 0]);
  });

  it('retries after a server error under the same key: the server may have carried it out', async () => {
    const world = new ModelWorld();
    const tab = world.openTab();
    world.weather = 'stumbles-after';
    world.type(tab, typedMark);
    await world.run();
    world.server.write('ali', 'exam_mark', 61);
    world.weather = 'fine';
    void tab.outbox.retry();
    await world.run();
    expect(tab.outbox.state('ali')).toMatchObject({ status: 'saved', failures: [] });
    expect(world.server.writes.map(({ value }) => value)).toEqual([57, 61]);
  });

  it('starts no timer for a request that fails after the session has ended', async () => {
    const { world, tab } = await openWorld();
    world.weather = 'lost';
    world.type(tab, typedMark);
    await world.step([0, 0, 0, 0]);
    tab.outbox.pause();
    await world.run();
    expect([world.requests, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it('sends nothing more after the user logged out', async () => {
    const { world, tab } = await openWorldWithUnsentMark();
    world.weather = 'fine';
    void tab.outbox.clear();
    await world.run();
    world.type(tab, typedMark);
    void tab.outbox.retry();
    await world.run();
    expect(world.requests).toBe(1);
  });
});
