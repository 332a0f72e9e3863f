import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { collectLog } from '../../../support/log-lines.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { saveStorm } from './save-storm.ts';

const seeds = 5;
const saves = 40;

const server = schoolForTests();
beforeAll(async () => {
  // A table that throttles makes errors by design, each with its line.
  collectLog();
});
afterAll(async () => {
  vi.restoreAllMocks();
});

it('loses no acknowledged save and applies none twice, over a bad network and a bad table', async () => {
  let throttled = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const storm = await saveStorm({ seed, saves, url: server.url });
    expect({ seed, ...storm }).toMatchObject({ seed, saves, lost: [], twice: [] });
    expect(storm.acknowledged).toBeGreaterThan(saves / 10);
    throttled += storm.throttled;
  }
  expect(throttled).toBeGreaterThan(seeds * saves * 0.2);
}, 120_000);
