import { localAccount } from '../../../../local/aws-protocol/account.ts';
import type { LocalServer } from '../../../../local/aws-protocol/http-server.ts';
import { startCognito } from '../../../../local/cognito/cognito.ts';
import { startDynamoDb } from '../../../../local/dynamodb/dynamodb.ts';
import { startS3 } from '../../../../local/s3/s3.ts';

/*
 * The files *.contract.test.ts say what the product relies on in AWS. They run against the stand-ins; to see that AWS
 * does the same, run them against a sandbox account:
 *
 *   FORMROOM_CONTRACT_AWS=1 AWS_REGION=eu-west-1 AWS_PROFILE=sandbox \
 *   FORMROOM_CONTRACT_STATES_ROLE=arn:aws:iam::123456789012:role/contract-states \
 *   npx vitest run --project integration tests/integration/stand-ins
 *
 * Each run makes a table, a bucket, a user pool and state machines with names of their own and removes them. The role
 * is for Step Functions; it needs a trust in states.amazonaws.com and no permission. Files without "contract" in their
 * name are about the stand-ins alone and are skipped then.
 */

/** Whether the suites run against AWS. */
export const isAws = process.env.FORMROOM_CONTRACT_AWS === '1';

const services = {
  DYNAMODB: () => startDynamoDb(':memory:'),
  S3: () => startS3(':memory:'),
  COGNITO_IDENTITY_PROVIDER: () => startCognito(':memory:'),
};

/**
 * Starts a stand-in, unless the suite runs against AWS, and tells AWS SDK clients made afterwards where it is.
 * @returns what to call when the suite is over
 */
export async function startServiceUnderTest(name: keyof typeof services): Promise<() => Promise<void>> {
  if (isAws) return () => Promise.resolve();
  const server = await services[name]();
  pointClientsAt(name, server);
  return () => server.stop();
}

/** Sets the environment variables by which AWS SDK clients find a server. */
export function pointClientsAt(name: string, server: LocalServer): void {
  process.env[`AWS_ENDPOINT_URL_${name}`] = server.endpoint;
  process.env.AWS_REGION = localAccount.region;
  process.env.AWS_ACCESS_KEY_ID = localAccount.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = localAccount.secretAccessKey;
}

/** A name that no other run uses. Good for tables, buckets, pools and state machines. */
export function uniqueName(): string {
  return `formroom-contract-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}

/** What a call was refused with. @throws Error when it was not refused */
export async function catchRefusal(call: Promise<unknown>): Promise<{ name: string; message: string; status: number }> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown as Error & { $metadata?: { httpStatusCode?: number }; Message?: string },
  );
  if (error === undefined) throw new Error('The call was not refused.');
  return { name: error.name, message: error.message, status: error.$metadata?.httpStatusCode ?? 0 };
}
