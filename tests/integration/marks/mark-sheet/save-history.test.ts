import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { RunningSchool } from '../../../../local/school.ts';
import { startSmallSchool } from '../../../support/school/small-school.ts';
import { saveStorm } from '../../../support/step-by-step/save-storm.ts';

/** `npm run bench -- save-history` does the same with 20 seeds of 500 saves. */
const seeds = 5;
const saves = 40;

let server: RunningSchool;
beforeAll(async () => {
  server = await startSmallSchool();
  // A table that throttles makes errors by design, each with its line.
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.stop();
});

it('loses no acknowledged save and applies none twice, over a bad network and a bad table', async () => {
  let throttled = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const storm = await saveStorm({ seed, saves, url: server.url, server: 'product' });
    expect({ seed, ...storm }).toMatchObject({ seed, saves, lost: [], twice: [] });
    expect(storm.acknowledged).toBeGreaterThan(saves / 10);
    throttled += storm.throttled;
  }
  expect(throttled).toBeGreaterThan(seeds * saves * 0.2);
}, 120_000);

it('finds the losses, and what was applied twice, where the last write wins', async () => {
  const storm = await saveStorm({ seed: 1, saves: 200, url: server.url, server: 'last write wins' });
  expect(storm.lost.length).toBeGreaterThan(0);
  expect(storm.twice.length).toBeGreaterThan(0);
}, 60_000);
