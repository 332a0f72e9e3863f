import { describe, expect, it } from 'vitest';
import { documentNumber, documentNumberPattern, orderOfNumber } from '#shared/options/transcripts/kinds.ts';

describe('the numbers of documents', () => {
  it.each([
    [1, '2026-0001'],
    [731, '2026-0731'],
    [9999, '2026-9999'],
    [10_000, '2026-10000'],
  ])('%i is %s', (place, number) => {
    expect(documentNumber(2026, place)).toBe(number);
    expect(number).toMatch(documentNumberPattern);
    expect(Number(orderOfNumber(number))).toBe(place);
  });

  it('are in the order of their places as texts, also behind 9999', () => {
    const places = [1, 99, 100, 9999, 10_000, 10_001, 123_456];
    const orders = places.map((place) => orderOfNumber(documentNumber(2026, place)));
    expect(orders.toSorted()).toEqual(orders);
  });
});
