import { expect, it } from 'vitest';
import { certainFaultRemark, countCertainFaults } from '#functions/term-reports/report-cards/posting/report-jobs.ts';

it('a card on which everything is wrong has a remark of a few faults, and the number of the others', () => {
  const faults = Array.from({ length: 120 }, (_, index) => `Fault ${index}.`);
  const text = certainFaultRemark(faults);
  expect(text).toBe('Not right: Fault 0. Fault 1. Fault 2. Fault 3. Fault 4. Fault 5. Fault 6. Fault 7. And 112 more.');
  expect(certainFaultRemark(faults.slice(0, 2))).toBe('Not right: Fault 0. Fault 1.');
  expect(
    countCertainFaults([
      { row: 'S1', text },
      { row: 'S2', text: 'This report was deleted.' },
    ]),
  ).toBe(1);
});
