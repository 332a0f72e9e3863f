import { describe, expect, it } from 'vitest';
import { longestAndShortestFirst } from '#functions/term-reports/layouts/check-card-layout.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { draftLayoutText, toLayoutText } from '#shared/term-reports/layouts/layout-text.ts';
import { shippedLayouts, standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { makeSampleReportCards } from '../../../support/files/sample-report-cards.ts';

/** What is wrong with a text, by its place. */
const faultsOf = (text: string) =>
  draftLayoutText()
    .safeParse(text)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('a layout as text', () => {
  it.each(shippedLayouts.map((layout) => [layout.name, layout]))('is the same when it is read: %s', (_name, layout) => {
    expect(draftLayoutText().parse(toLayoutText(layout))).toEqual(layout);
  });

  it('is refused where it is no JSON, is too long, or has what no layout has', () => {
    expect(faultsOf('<svg onload="alert(1)">')).toEqual([': This is not a layout.']);
    expect(faultsOf('[]')).toHaveLength(1);
    expect(faultsOf(JSON.stringify({ ...standardLayout, script: 'x' }))).toHaveLength(1);
    expect(faultsOf(' '.repeat(20_001))?.[0]).toBe(': The layout has too many rows, groups or words of the school.');
  });

  it('may contradict itself until it is published', () => {
    const unsigned: CardLayout = { ...standardLayout, front: standardLayout.front.slice(0, -1) };
    expect(draftLayoutText().parse(toLayoutText(unsigned))).toEqual(unsigned);
  });
});

describe('the students beside a layout', () => {
  const cards = makeSampleReportCards(6);

  it('are the one with the longest texts, the one with the shortest, and then downwards', () => {
    const [first, second, ...others] = longestAndShortestFirst(cards).map(({ characters }) => characters);
    const all = [first, second, ...others];
    expect(all).toHaveLength(6);
    expect([first, second]).toEqual([Math.max(...all.map(Number)), Math.min(...all.map(Number))]);
    expect(others).toEqual(others.toSorted((a, b) => b - a));
  });

  it('are none where there are none, and one where there is one', () => {
    expect(longestAndShortestFirst([])).toEqual([]);
    expect(longestAndShortestFirst(cards.slice(0, 1))).toHaveLength(1);
  });
});
