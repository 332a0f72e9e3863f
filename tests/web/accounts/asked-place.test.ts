import { expect, it } from 'vitest';
import { keepAskedPlace, takeAskedPlace } from '../../../web/session/places.ts';

it('leads a sign-in back to what was asked for in its area, once', () => {
  keepAskedPlace({ pathname: '/admin/dashboard/students', search: '?student=S01' });
  expect(takeAskedPlace('admin')).toBe('/admin/dashboard/students?student=S01');
  expect(takeAskedPlace('admin')).toBeNull();
});

it.each([
  '//elsewhere.example/',
  '/\\elsewhere.example',
  'https://elsewhere.example/',
  '/admin/dashboard',
  '/term-reports-of/x',
])('leads a teacher nowhere by %s', (pathname) => {
  keepAskedPlace({ pathname, search: '' });
  expect(takeAskedPlace('staff')).toBeNull();
});
