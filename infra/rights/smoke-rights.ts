import { costTag } from '../names.ts';
import type { IamRight } from './stage-limits.ts';

/** A right of the smoke test on tables, before it knows whose they are. */
export interface SmokeTableRight {
  sid: string;
  effect: 'Allow';
  actions: readonly string[];
  /** As `TableResource` names them. */
  on: readonly ('table' | 'trail' | 'keys' | 'index gsi1')[];
  conditions: NonNullable<IamRight['conditions']>;
}

/** Begins every id that a smoke test gives: `smokeTestPrefix` of tools/smoke. */
const own = 'smoke-test-*';

const ofPartitions = (...patterns: string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

const onlyAttributes = (...attributes: string[]) => ({
  'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
  StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
});

/** Records whose partition is named after the smoke test's own account and students. */
const ownPartitions = [
  ...['account#', 'account#student.', 'user-name#', 'user-name#student:', 'employee#'].map((start) => start + own),
  ...['student#', 'registration#', 'family-mails#'].map((start) => start + own),
];

/**
 * What the smoke test does to the tables by itself, beside its calls: it makes its own account and students, whose
 * partitions have its name, and takes away what was written of them. Some of that is among other people's: of those
 * partitions it may delete, and read no row. What is its own it finds by a scan of names alone.
 */
export const smokeTableRights: readonly SmokeTableRight[] = [
  {
    sid: 'OwnRecords',
    effect: 'Allow',
    actions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'].map((action) => `dynamodb:${action}`),
    on: ['table', 'trail'],
    // The reader of an account also asks for one that nobody has.
    conditions: ofPartitions(...ownPartitions, 'account#-', `audit#account#${own}`),
  },
  {
    sid: 'OwnJobs',
    effect: 'Allow',
    actions: ['BatchGetItem', 'GetItem', 'Query'].map((action) => `dynamodb:${action}`),
    on: ['table'],
    conditions: ofPartitions('job#erase-student*', 'job#send-family-mails*', 'terms'),
  },
  {
    sid: 'ListAccounts',
    effect: 'Allow',
    actions: ['dynamodb:Query'],
    on: ['index gsi1'],
    conditions: ofPartitions('accounts'),
  },
  {
    sid: 'FindByName',
    effect: 'Allow',
    actions: ['dynamodb:Scan'],
    on: ['table', 'trail'],
    conditions: {
      ...onlyAttributes(
        ...['pk', 'sk', 'accountId', 'studentId', 'employeeId', 'startedBy', 'gsi1sk', 'name', 'requestId', 'run'],
      ),
      Null: { 'dynamodb:Attributes': 'false' },
    },
  },
  {
    sid: 'TidyUp',
    effect: 'Allow',
    actions: ['dynamodb:DeleteItem'],
    on: ['table', 'trail'],
    conditions: ofPartitions(
      ...ownPartitions,
      ...['request#', 'session#', 'session#student.', 'devices#', 'devices#student:'].map((start) => start + own),
      ...['attempts#account#', 'attempts#account#student:', 'second-factor#'].map((start) => start + own),
      ...['audit#account#', 'audit#student#', 'act#student-files#'].map((start) => start + own),
      ...['challenge#*', 'second-factor-step#*', 'upload#*', 'job#erase-student*', 'job#send-family-mails*'],
      ...['refused-scans', 'stations', 'student-sign-ins', 'access#*', 'audit#erased-students', 'audit#family-mails'],
      'audit#station#*',
    ),
  },
  {
    sid: 'FindSecretKeys',
    effect: 'Allow',
    actions: ['dynamodb:GetItem'],
    on: ['keys'],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['card-key#*'] },
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk'] },
      Null: { 'dynamodb:LeadingKeys': 'false', 'dynamodb:Attributes': 'false' },
    },
  },
];

/** The school's files that a smoke test may leave: folders of their buckets. */
const folders = ['student-files', 'replaced-files', 'uploads', 'student-records', 'spreadsheets'];

/**
 * Rights of the smoke test's operator commands. Of the tables no more than {@link smokeTableRights}. Cognito has no
 * right to a single user, so those of users are to all of a pool; files are named by their folder, as some have names
 * that are hashes.
 * @param named what names of schools, or stages, begin with
 * @param tagged their tags
 */
export function smokeRights(account: string, { named, tagged }: { named: string; tagged: string }): IamRight[] {
  const tagOfSchool = { StringLike: { [`aws:ResourceTag/${costTag}`]: tagged } };
  const table = `arn:aws:dynamodb:*:${account}:table/${named}*`;
  const places = { table, trail: `${table}-trail`, keys: `${table}-keys`, 'index gsi1': `${table}/index/gsi1` };
  return [
    {
      actions: ['cognito-idp:ListUserPools', 'cloudwatch:DescribeAlarms', 'cloudwatch:DescribeAlarmHistory'],
      resources: ['*'],
    },
    {
      actions: [
        ...['AddUserToGroup', 'CreateUser', 'DeleteUser', 'DisableUser', 'EnableUser', 'RemoveUserFromGroup'],
        'SetUserPassword',
      ].map((action) => `cognito-idp:Admin${action}`),
      resources: [`arn:aws:cognito-idp:*:${account}:userpool/*`],
      conditions: tagOfSchool,
    },
    { actions: ['kms:GetPublicKey'], resources: [`arn:aws:kms:*:${account}:key/*`], conditions: tagOfSchool },
    ...smokeTableRights.map(({ actions, on, conditions }) => ({
      actions,
      resources: on.map((place) => places[place]),
      conditions,
    })),
    {
      actions: ['s3:ListBucketVersions'],
      resources: [`arn:aws:s3:::${named}*`],
      conditions: { StringLike: { 's3:prefix': folders.map((folder) => `${folder}/*`) } },
    },
    {
      actions: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
      resources: folders.map((folder) => `arn:aws:s3:::${named}*/${folder}/*`),
    },
    { actions: ['cloudwatch:SetAlarmState'], resources: [`arn:aws:cloudwatch:*:${account}:alarm:${named}*`] },
    { actions: ['sns:ListSubscriptionsByTopic'], resources: [`arn:aws:sns:*:${account}:${named}*`] },
    { actions: ['states:ListExecutions'], resources: [`arn:aws:states:*:${account}:stateMachine:${named}*`] },
  ];
}
