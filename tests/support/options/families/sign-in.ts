import { expect } from 'vitest';
import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import { TestClient } from '../../callers/client.ts';

/** Expects that a one-time password lets S41 in by this name. */
export async function signInOfStudents(url: string, name: string, password: string): Promise<void> {
  const client = new TestClient(url);
  await client.send({ method: 'GET', path: '/sanctum/csrf-cookie' });
  const { status, body } = await client.call(entranceContract.studentLogin, { name, password });
  expect([status, body]).toEqual([200, { student_id: 'S41', password_reset: true }]);
}
