import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SFNClient } from '@aws-sdk/client-sfn';
import { OperatorError } from '../operators/operator-error.ts';

/** All that a restore reaches: a test gives its own. */
export interface RestoreDependencies {
  dynamoDb: DynamoDBClient;
  stepFunctions: SFNClient;
  s3: S3Client;
  /**
   * Runs a program that the operator has, `aws` or `npx`, and gives what it wrote.
   * @throws {OperatorError} where it ends with a failure
   */
  run: (program: 'aws' | 'npx', given: readonly string[]) => Promise<string>;
  /** The text of cdk.json. */
  readSettings: () => string;
  writeSettings: (text: string) => void;
  say: (line: string) => void;
  sleep: (milliseconds: number) => Promise<void>;
}

const settings = new URL('../../cdk.json', import.meta.url);
const project = new URL('../..', import.meta.url);

/** The operator's machine and AWS account. `aws` is read; what `npx` says is shown as it comes. */
export const thisMachine: Pick<RestoreDependencies, 'run' | 'readSettings' | 'writeSettings' | 'say' | 'sleep'> = {
  run: (program, given) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, given, {
        cwd: project,
        stdio: ['inherit', program === 'aws' ? 'pipe' : 'inherit', 'inherit'],
      });
      let said = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      child.once('error', () => reject(new OperatorError(`The program ${program} is not here.`)));
      child.once('close', (code) => {
        if (code === 0) resolve(said);
        else reject(new OperatorError(`${program} ${given.slice(0, 3).join(' ')} failed. Run the same command again.`));
      });
    }),
  readSettings: () => readFileSync(settings, 'utf8'),
  writeSettings: (text) => writeFileSync(settings, text),
  say: (line) => console.log(line),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};
