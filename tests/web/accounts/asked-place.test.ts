import { expect, it } from 'vitest';
import { storeRequestedAddress, takeRequestedAddress } from '../../../web/session/site-paths.ts';

it('leads a sign-in back to what was asked for in its area, once', () => {
  storeRequestedAddress({ pathname: '/admin/dashboard/students', search: '?student=S01' });
  expect(takeRequestedAddress('admin')).toBe('/admin/dashboard/students?student=S01');
  expect(takeRequestedAddress('admin')).toBeNull();
});

it.each([
  '//elsewhere.example/',
  '/\\elsewhere.example',
  'https://elsewhere.example/',
  '/admin/dashboard',
  '/term-reports-of/x',
])('leads a teacher nowhere by %s', (pathname) => {
  storeRequestedAddress({ pathname, search: '' });
  expect(takeRequestedAddress('staff')).toBeNull();
});
