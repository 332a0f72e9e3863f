import { describe, expect, it } from 'vitest';
import { lightPageOf } from '#shared/product.ts';
import { rewritten } from '../stacks/rewritten-address.ts';

describe('the routes function', () => {
  it('gives the families’ addresses their own page', () => {
    const page = 'text/html,application/xhtml+xml,*/*;q=0.8';
    for (const uri of ['/student', '/student/', '/student/reports/2024-1'])
      for (const accept of [page, undefined]) expect(rewritten(uri, accept)).toBe('/student.html');
    expect(rewritten('/students', page)).toBe('/index.html');
    for (const uri of ['/student.js', '/student.html', '/students', '/student', '/student/x'])
      expect(rewritten(uri)).toBe(lightPageOf(uri) ? `/${lightPageOf(uri)?.page}` : uri);
  });

  it('gives the address that is on report cards its own page, and leaves the school’s keys to the call', () => {
    for (const accept of ['text/html', undefined]) expect(rewritten('/verify', accept)).toBe('/verify.html');
    expect(rewritten('/verify/x', 'text/html')).toBe('/index.html');
    for (const uri of ['/.well-known/did.json', '/.well-known/security.txt']) expect(rewritten(uri)).toBe(uri);
  });
});
