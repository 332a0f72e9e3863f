import { expect, it } from 'vitest';
import { securityTxt } from '#shared/school/security-txt.ts';

const operatorEmail = 'operator@school.example';

it('names the contact for a fault: the address for it, or the operator', () => {
  const now = new Date('2026-11-22T10:00:00Z');
  const named = securityTxt({ operatorEmail, securityEmail: 'faults@school.example' }, now);
  expect(named).toContain('\nContact: mailto:faults@school.example\n');
  expect(named).not.toContain(operatorEmail);
  expect(securityTxt({ operatorEmail, securityEmail: null }, now)).toContain(
    '\nContact: mailto:operator@school.example\n',
  );
});

it.each([
  ['2026-11-01T00:00:00Z', '2027-10-01T00:00:00.000Z'],
  ['2026-11-30T23:59:59Z', '2027-10-01T00:00:00.000Z'],
  ['2026-01-31T12:00:00Z', '2026-12-01T00:00:00.000Z'],
])('written at %s holds until %s', (now, until) => {
  expect(securityTxt({ operatorEmail, securityEmail: null }, new Date(now))).toContain(`\nExpires: ${until}\n`);
});
