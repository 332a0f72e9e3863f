import { chmod, mkdir } from 'node:fs/promises';
import { localAccount } from './aws-protocol/account.ts';
import type { LocalServer } from './aws-protocol/http-server.ts';
import { startCognito } from './cognito/cognito.ts';
import { startDynamoDb } from './dynamodb/dynamodb.ts';
import { type KmsOptions, startKms } from './kms/kms.ts';
import { startS3 } from './s3/s3.ts';
import { type SesOptions, startSes } from './ses/ses.ts';
import type { MachineDescription } from './step-functions/machine.ts';
import { startStepFunctions } from './step-functions/step-functions.ts';

/** DynamoDB, S3, Cognito, Step Functions, SES and KMS on this machine. */
export interface StandIns {
  /**
   * Environment variables by which unchanged AWS SDK clients find them: AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_S3,
   * AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER, AWS_ENDPOINT_URL_SFN, AWS_ENDPOINT_URL_SESV2, AWS_ENDPOINT_URL_KMS,
   * AWS_REGION and the key pair.
   */
  env: Record<string, string>;
  /** Ends all of them. A second call waits for the first. */
  stop(): Promise<void>;
}

/** Files of earlier stand-ins, whose content new ones can start with. */
export interface FilesToCopy {
  /** A dynoxide database. */
  dynamoDb: string;
  /** The SQLite file of the S3 stand-in. */
  s3: string;
}

export interface StandInOptions {
  /** Where tables, objects and users are kept; made if it is not there. `:memory:` keeps nothing. */
  dataFolder: string;
  /** A DynamoDB that already runs, for example AWS's DynamoDB Local, to be used in place of the stand-in. */
  dynamoDbEndpoint?: string;
  /** The tables, buckets and objects to start with. */
  copyOf?: FilesToCopy;
  /** The database out of reach of the machine's other accounts, where the system allows it. */
  isPrivate?: boolean | undefined;
  /** State machines by name, with a handler for each task state by its name. Nothing but these can be started. */
  stepFunctions?: { machines: Record<string, MachineDescription> };
  /** Without it no sender is verified, and nothing can be sent. */
  ses?: SesOptions;
  /** Without it there is no key. */
  kms?: KmsOptions;
}

/** Starts all of them on free ports of 127.0.0.1. When one does not start, none is left behind. */
export async function startStandIns(options: StandInOptions): Promise<StandIns> {
  const { dataFolder } = options;
  if (dataFolder !== ':memory:') {
    await mkdir(dataFolder, { recursive: true });
    // Pupils' records: nobody else who has an account on this machine reads them.
    await chmod(dataFolder, 0o700);
  }
  const starting = {
    AWS_ENDPOINT_URL_DYNAMODB:
      options.dynamoDbEndpoint === undefined
        ? startDynamoDb(dataFolder, { copyOf: options.copyOf?.dynamoDb, isPrivate: options.isPrivate })
        : elsewhere(options.dynamoDbEndpoint),
    AWS_ENDPOINT_URL_S3: startS3(dataFolder, { copyOf: options.copyOf?.s3 }),
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: startCognito(dataFolder),
    AWS_ENDPOINT_URL_SFN: startStepFunctions(dataFolder, options.stepFunctions?.machines ?? {}),
    AWS_ENDPOINT_URL_SESV2: startSes(dataFolder, options.ses),
    AWS_ENDPOINT_URL_KMS: startKms(dataFolder, options.kms),
  };
  const results = await Promise.allSettled(Object.values(starting));
  const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  let stopped: Promise<unknown> | undefined;
  const stop = async () => {
    stopped ??= Promise.all(started.map((service) => service.stop()));
    await stopped;
  };
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) {
    await stop();
    throw failure.reason;
  }
  const endpoints = Object.keys(starting).map((name, index) => [name, started[index]?.endpoint ?? ''] as const);
  return {
    env: {
      ...Object.fromEntries(endpoints),
      AWS_REGION: localAccount.region,
      AWS_ACCESS_KEY_ID: localAccount.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localAccount.secretAccessKey,
    },
    stop,
  };
}

function elsewhere(endpoint: string): Promise<LocalServer> {
  return Promise.resolve({ endpoint, stop: () => Promise.resolve() });
}
