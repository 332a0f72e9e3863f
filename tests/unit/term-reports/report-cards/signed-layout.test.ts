import { beforeAll, describe, expect, it, vi } from 'vitest';
import { school } from '#functions/school/records/school.ts';
import {
  signaturesOfCards,
  withPicturesOf,
  withSignedLayouts,
} from '#functions/term-reports/report-cards/layouts/signed-layout.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';

const hash = 'a'.repeat(64);
const crest = 'c'.repeat(64);
const signatures = {
  block: 'signatures' as const,
  of: [{ post: 'dean' as const }, { post: 'principal' as const, picture: hash }],
};
const pictured: CardLayout = { ...standardLayout, crest, front: [[signatures]], back: [[signatures]] };

describe('a layout with a picture of a signature', () => {
  it('keeps it for a post that has signed, and nothing else changes', () => {
    expect(withPicturesOf(pictured, new Set(['principal']))).toEqual(pictured);
    const unsigned = { block: 'signatures', of: [{ post: 'dean' }, { post: 'principal' }] };
    expect(withPicturesOf(pictured, new Set(['dean']))).toEqual({
      ...pictured,
      front: [[unsigned]],
      back: [[unsigned]],
    });
    expect(withPicturesOf({ ...pictured, back: null })).toEqual({ ...pictured, front: [[unsigned]], back: null });
  });
});

describe('cards that are frozen', () => {
  const cards = ['S1', 'S2'].map((id) => ({ card: { student: { id } } as never, layout: pictured }));
  const ofTerm = { year: 2025, term: 1 } as const;
  const find = vi.fn(async () => new Map([['S1', new Set(['principal'] as const)]]));
  beforeAll(() => {
    vi.stubEnv('SCHOOL_FILE', new URL('../../../../infra/schools/demo.json', import.meta.url).pathname);
    // A build of the core has it in no file.
    school().options = ['sign-off'] as never;
  });

  it('keep the layout of the office where no option has reports signed', async () => {
    signaturesOfCards.fill({});
    expect(await withSignedLayouts(cards, ofTerm)).toBe(cards);
  });

  it('have the picture where the post has signed the card', async () => {
    signaturesOfCards.fill({ 'sign-off': find });
    const [one, other] = await withSignedLayouts(cards, ofTerm);
    expect(one?.layout).toEqual(pictured);
    expect(other?.layout).toEqual(withPicturesOf(pictured));
  });

  it('are not asked about where no layout has a picture', async () => {
    find.mockClear();
    signaturesOfCards.fill({ 'sign-off': find });
    const plain = cards.map((one) => ({ ...one, layout: standardLayout }));
    expect(await withSignedLayouts(plain, ofTerm)).toBe(plain);
    expect(find).not.toHaveBeenCalled();
  });
});
