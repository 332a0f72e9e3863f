import { Users } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { coreScreens, listAdminScreens } from '../../../web/app/screens/admin-screens.ts';
import { type ScreenOfOption, screensOfOptions } from '../../../web/session/screens-of-options.ts';

const screenOf = (menu: ScreenOfOption['menu'], path: string): ScreenOfOption => ({
  menu,
  group: 'Year',
  kinds: ['Admin'],
  label: path,
  path,
  icon: Users,
  isHidden: () => true,
  load: async () => ({ default: () => null }),
});
const pathsOf = (screens: readonly { path: string }[]): string[] => screens.map(({ path }) => path);

describe('the administrators’ screens', () => {
  it('are those of the core where no option adds one', () => {
    screensOfOptions.fill({});
    expect(listAdminScreens()).toEqual(coreScreens);
  });

  it('have those of options, on or off, behind the last one of their menu', () => {
    screensOfOptions.fill({ clocks: [screenOf('promotion', 'clocks')], bells: [screenOf('students', 'bells')] });
    const paths = pathsOf(listAdminScreens());
    expect(paths.toSpliced(paths.indexOf('clocks'), 1).toSpliced(paths.indexOf('bells'), 1)).toEqual(
      pathsOf(coreScreens),
    );
    expect(paths[paths.indexOf('clocks') - 1]).toBe('promotion-plan');
    expect(paths[paths.indexOf('bells') - 1]).toBe('students');
  });
});
