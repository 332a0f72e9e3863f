import { describe, expect, it } from 'vitest';
import { buildAddress, isAddressOfScreen, parseScreenAddress } from '../../../web/address/screen-address.ts';

const reports = { path: '/term-reports/view-reports', named: ['class', 'student'] };

describe('the address of a screen', () => {
  it.each([
    ['/term-reports/view-reports', {}],
    ['/term-reports/view-reports/3A', { class: '3A' }],
    ['/term-reports/view-reports/3A/01633', { class: '3A', student: '01633' }],
    [
      '/term-reports/view-reports/3A/01633?year=2024&term=3',
      { class: '3A', student: '01633', year: '2024', term: '3' },
    ],
    ['/term-reports/view-reports/4%2F5%20B%2C%C3%A9', { class: '4/5 B,é' }],
    ['/term-reports/view-reports?student=01633', { student: '01633' }],
    ['/term-reports/view-reports?year=2024', { year: '2024' }],
  ])('%s has the fields %j', (address, fields) => {
    const { pathname, search } = new URL(address, 'http://school');
    expect(Object.fromEntries(parseScreenAddress(reports, { pathname, search }))).toEqual(fields);
    expect(buildAddress(reports, new URLSearchParams(fields))).toBe(address);
  });

  it('reads an address from before, with all fields in the query; of two values that of the path counts', () => {
    const before = parseScreenAddress(reports, { pathname: reports.path, search: '?term=3&student=01633&class=3A' });
    expect(buildAddress(reports, before)).toBe('/term-reports/view-reports/3A/01633?term=3');
    const both = parseScreenAddress(reports, { pathname: `${reports.path}/3A`, search: '?class=3B' });
    expect(both.getAll('class')).toEqual(['3A']);
  });

  it('leaves a mistyped part of a path as it is', () => {
    expect(parseScreenAddress(reports, { pathname: `${reports.path}/%zz`, search: '' }).get('class')).toBe('%zz');
  });

  it('is of a screen without names with a slash behind it, too', () => {
    const teachers = { path: '/admin/dashboard/teachers', named: [] };
    expect(isAddressOfScreen(teachers, '/admin/dashboard/teachers/')).toBe(true);
    expect(isAddressOfScreen(teachers, '/admin/dashboard/teachers/7')).toBe(false);
  });

  it('keeps every value of a field that has several', () => {
    const { searchParams } = new URL('http://school?in.house=RED&in.house=BLUE');
    expect(buildAddress(reports, searchParams)).toBe('/term-reports/view-reports?in.house=RED&in.house=BLUE');
  });

  it.each([
    ['/term-reports/view-reports', true],
    ['/term-reports/view-reports/3A', true],
    ['/term-reports/view-reports/', true],
    ['/term-reports/view-reports-of-old', false],
    ['/term-reports', false],
  ])('%s is of the screen: %s', (pathname, isOf) => expect(isAddressOfScreen(reports, pathname)).toBe(isOf));
});
