import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { readRequestFacts } from '#functions/platform/requests/request-facts.ts';
import { serverWordings } from '#shared/http/wordings.ts';

const facts = (headers: Record<string, string>) =>
  readRequestFacts({
    headers,
    requestContext: { requestId: 'r', identity: { sourceIp: '198.51.100.1' } },
  } as unknown as APIGatewayProxyEvent);

describe('what a request says besides its input', () => {
  it.each([
    { forwarded: '203.0.113.7, 198.51.100.9', address: '203.0.113.7' },
    { forwarded: '1.1.1.1, 2.2.2.2, 203.0.113.7, 198.51.100.9', address: '203.0.113.7' },
    { forwarded: '2001:db8::1,198.51.100.9', address: '2001:db8::1' },
    { forwarded: '203.0.113.7', address: '198.51.100.1' },
    { forwarded: '', address: '198.51.100.1' },
  ])('the address is the one that CloudFront saw, whatever the viewer claimed: $forwarded', ({
    forwarded,
    address,
  }) => {
    expect(facts({ 'X-Forwarded-For': forwarded }).address).toBe(address);
  });

  it('the idempotency key is the one that was sent, and one of its own without', () => {
    const key = '0d1f5a52-6f0c-4c39-9a2c-5c1d1f5d7c11';
    expect(facts({ 'Idempotency-Key': key }).idempotencyKey).toBe(key);
    const [one, other] = [facts({}).idempotencyKey, facts({}).idempotencyKey];
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect(other).not.toBe(one);
  });

  it.each([
    '',
    'short',
    'a'.repeat(65),
    'has#hash-in-it',
    'has space in it',
    '../../etc/passwd',
    'line-with-an-end\n',
  ])('the idempotency key %j is refused as malformed', (odd) => {
    expect(() => facts({ 'Idempotency-Key': odd })).toThrow(
      expect.objectContaining({ status: 400, message: serverWordings.badIdempotencyKey }),
    );
  });
});
