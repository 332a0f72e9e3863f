import { expect, it } from 'vitest';
import { hashStudentId } from '#shared/options/scan-stations/station-scan.ts';

/** By hand: printf 'GATE1:42' | sha256sum | cut -c1-16 */
it('hashes the station and the id without its leading zeros', async () => {
  expect(await hashStudentId('GATE1', '42')).toBe('280a1fd2dea2acdb');
  expect(await hashStudentId('GATE1', '00042')).toBe('280a1fd2dea2acdb');
  expect(await hashStudentId('SIDE', '42')).toBe('77d7c8cf181039be');
});
