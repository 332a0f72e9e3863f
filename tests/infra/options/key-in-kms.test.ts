import { beforeAll, describe, expect, it } from 'vitest';
import { loadDemoSchool, onlyResource, resourcesOfType, synthesize, type Templates } from '../stacks/templates.ts';

let inTable: Templates;
let first: Templates;
let second: Templates;
beforeAll(() => {
  const file = loadDemoSchool();
  const templatesOf = (keyInKms: number | null) =>
    synthesize([{ ...file, optionSettings: { ...file.optionSettings, 'signed-cards': { keyInKms } } }])
      .demo as Templates;
  [inTable, first, second] = [templatesOf(null), templatesOf(1), templatesOf(2)];
});

const signing = ['term-reports', 'term-reports-jobs', 'transcripts', 'undo'].map((name) => `formroom-demo-${name}`);
const printing = ['families', 'student-register', 'term-reports', 'transcripts'].map(
  (domain) => `formroom-demo-${domain}-documents`,
);

/** The functions that are given a key, and the statements of their roles that reach one. */
const reaching = (templates: Templates) =>
  (['api', 'workflows'] as const).flatMap((part) =>
    resourcesOfType(templates[part], 'AWS::Lambda::Function')
      .filter(({ Properties }) => Properties.Environment?.Variables.CARD_KEY !== undefined)
      .map(({ Properties }) => Properties.FunctionName as string),
  );
const statementsOf = (templates: Templates) =>
  (['api', 'workflows'] as const).flatMap((part) =>
    resourcesOfType(templates[part], 'AWS::IAM::Policy').flatMap(({ Properties }) =>
      (Properties.PolicyDocument.Statement as { Action: string | string[]; Resource: unknown }[]).filter(({ Action }) =>
        [Action].flat().some((action) => action.startsWith('kms:')),
      ),
    ),
  );

describe('a school whose card key is in KMS', () => {
  it('has one of Ed25519, which signs and is let go of after a month', () => {
    const key = onlyResource(first.data, 'AWS::KMS::Key');
    expect(key.Properties).toMatchObject({
      KeySpec: 'ECC_NIST_EDWARDS25519',
      KeyUsage: 'SIGN_VERIFY',
      PendingWindowInDays: 30,
    });
    expect([key.DeletionPolicy, key.UpdateReplacePolicy]).toEqual(['Delete', 'Delete']);
    // The account's own policies say who signs, and no other account does.
    expect(key.Properties.KeyPolicy.Statement).toHaveLength(1);
    expect(JSON.stringify(key.Properties.KeyPolicy)).toContain(':iam::111122223333:root');
  });

  it('gives it to the functions that sign, which sign with this key alone', () => {
    expect(reaching(first).toSorted()).toEqual([...signing, ...printing].toSorted());
    const statements = statementsOf(first);
    expect(statements.length).toBeGreaterThanOrEqual(3);
    for (const { Action, Resource } of statements) {
      expect(Action).toEqual(['kms:GetPublicKey', 'kms:Sign']);
      expect(JSON.stringify(Resource)).toMatch(/GetStackOutput.*formroom-demo-data.*KeyInKms/);
    }
  });

  it('lets no function read or make a secret key of cards in the table', () => {
    expect(JSON.stringify([first.api, first.workflows])).not.toContain('card-key#*');
    expect(JSON.stringify([inTable.api, inTable.workflows])).toContain('card-key#*');
  });

  it('gets another key with another number, and keeps every other resource', () => {
    const idsOf = ({ data }: Templates) => Object.keys(data.Resources);
    const changed = idsOf(second).filter((id) => !idsOf(first).includes(id));
    expect(changed).toHaveLength(1);
    expect(second.data.Resources[changed[0] ?? '']?.Type).toBe('AWS::KMS::Key');
  });

  it('is nothing that a school has which does not ask for it', () => {
    expect([reaching(inTable), statementsOf(inTable), resourcesOfType(inTable.data, 'AWS::KMS::Key')]).toEqual([
      [],
      [],
      [],
    ]);
  });
});
