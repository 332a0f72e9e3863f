import { describe, expect, it } from 'vitest';
import { fillPlaces } from '../../../../web/app/fill-places.ts';
import { listPalettePlaces } from '../../../../web/app/palette/palette-places.ts';
import { listPermittedScreens } from '../../../../web/app/screens/admin-screens.ts';
import type { AdminSession } from '../../../../web/session/session.ts';

const admin = {
  kind: 'Admin',
  permissions: ['registration', 'students'].map((menu) => ({ menu, action: null })),
} as unknown as AdminSession;

const actsWith = (options: readonly string[]): string[] => {
  fillPlaces();
  return listPalettePlaces(admin, listPermittedScreens(admin), options).map(({ label }) => label);
};

describe('the palette', () => {
  const acts = ['Make Accounts', 'Send Letters', 'Accept Registrations'];

  it('has what the office does with families', () => {
    expect(actsWith(['families'])).toEqual(expect.arrayContaining(acts));
  });

  it('has none of it in a school without them', () => {
    const listed = actsWith([]);
    expect(listed).toContain('Add Student');
    expect(listed.filter((label) => acts.includes(label))).toEqual([]);
  });
});
