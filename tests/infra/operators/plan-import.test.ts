import { expect, it } from 'vitest';
import { keptResources, planImport } from '../../../infra/operators/deployment/kept-resources.ts';
import { cdkContext, demoTemplates, loadDemoSchool } from '../stacks/templates.ts';

const school = loadDemoSchool();
const kept = () => keptResources(school, cdkContext);

const table = (name: string) => `arn:aws:dynamodb:us-east-1:111122223333:table/${name}`;
const pool = 'arn:aws:cognito-idp:us-east-1:111122223333:userpool/us-east-1_AbC123';
const left = (logs: string) => [
  ...['formroom-demo', 'formroom-demo-trail', 'formroom-demo-keys'].map(table),
  ...['files', 'documents'].map((part) => `arn:aws:s3:::formroom-demo-${part}-111122223333-us-east-1`),
  `arn:aws:s3:::${logs}-1x2y3z`,
  // Of the stack of the web site, which stays as well and is not imported.
  'arn:aws:s3:::formroom-demo-web-site0a1b-9z8y7x',
  pool,
];

/** The name that CloudFormation gives a bucket without one. */
const generated = () => {
  const [unnamed] = kept().filter(({ type, name }) => type === 'AWS::S3::Bucket' && name === undefined);
  return `formroom-demo-data-${unnamed?.logicalId}`.toLowerCase();
};

it('names everything that the data stack keeps, by what CloudFormation asks for', async () => {
  const mapping = await planImport(school, kept(), async () => left(generated()));
  const { Resources } = demoTemplates().data;
  const keptIds = Object.keys(Resources).filter((id) => Resources[id]?.DeletionPolicy === 'RetainExceptOnCreate');
  expect(Object.keys(mapping).toSorted()).toEqual(keptIds.toSorted());
  const byType = Object.entries(mapping).map(([id, named]) => [Resources[id]?.Type, Object.entries(named).flat()]);
  expect(byType.toSorted()).toEqual(
    [
      ['AWS::Cognito::UserPool', ['UserPoolId', 'us-east-1_AbC123']],
      ['AWS::DynamoDB::GlobalTable', ['TableName', 'formroom-demo']],
      ['AWS::DynamoDB::GlobalTable', ['TableName', 'formroom-demo-trail']],
      ['AWS::DynamoDB::GlobalTable', ['TableName', 'formroom-demo-keys']],
      ['AWS::S3::Bucket', ['BucketName', 'formroom-demo-files-111122223333-us-east-1']],
      ['AWS::S3::Bucket', ['BucketName', 'formroom-demo-documents-111122223333-us-east-1']],
      ['AWS::S3::Bucket', ['BucketName', `${generated()}-1x2y3z`]],
    ].toSorted(),
  );
});

it('names the restored tables of a school that was restored', async () => {
  const context = { ...cdkContext, 'formroom:restored': { demo: '20260301T060000Z' } };
  const names = keptResources(school, context).flatMap(({ name }) => name ?? []);
  expect(names).toEqual(expect.arrayContaining(['formroom-demo-20260301T060000Z', 'formroom-demo-keys']));
  expect(names).not.toContain('formroom-demo');
});

it('says what is not there, and what it cannot tell apart', async () => {
  const without = left(generated()).filter((arn) => arn !== table('formroom-demo-trail'));
  await expect(planImport(school, kept(), async () => without)).rejects.toThrow(
    'Nothing with the tag formroom-school=demo can be formroom-demo-trail (AWS::DynamoDB::GlobalTable).',
  );
  await expect(planImport(school, kept(), async () => [...left(generated()), `${pool}9`])).rejects.toThrow(
    'More than one thing',
  );
});
