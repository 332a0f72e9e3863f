import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { addAccountStacks } from '../../infra/account-app.ts';
import {
  type FileFolders,
  findPlaceInAccount,
  knownAccounts,
  loadAccount,
  loadAccountOfSchool,
} from '../../infra/account-file.ts';
import { knownSchools } from '../../infra/school.ts';
import { loadDemoSchool, resourcesOfType, type Template, testApp } from './stacks/templates.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { aws } = loadDemoSchool();
let folders: FileFolders;
beforeEach(() => {
  const newFolder = () => pathToFileURL(`${temporaryFolder()}/`);
  folders = { accounts: newFolder(), schools: newFolder() };
  school('east', { operatorEmail: 'east@school.example' });
  school('west', { operatorEmail: 'west@school.example' });
});

const school = (id: string, more: object = {}) =>
  writeFileSync(new URL(`${id}.json`, folders.schools), JSON.stringify({ ...loadDemoSchool(), id, ...more }));
const account = (name: string, content: unknown) =>
  writeFileSync(
    new URL(`${name}.json`, folders.accounts),
    typeof content === 'string' ? content : JSON.stringify(content, null, 2),
  );
const valid = { aws, operatorEmail: 'district@district.example', schools: ['west', 'east'] };

describe('an account file', () => {
  it('of every account in the project is valid, and every school is in one', () => {
    expect(knownAccounts()).toContain('district');
    for (const name of knownAccounts()) expect(loadAccount(name).name).toBe(name);
    for (const id of knownSchools()) expect(loadAccountOfSchool(id).schools).toContain(id);
  });

  it('says who gets the account’s alarms, though its schools have operators of their own', () => {
    account('district', valid);
    const subscribed = ['east', 'west'].map((id) => {
      const app = testApp({ builtinCloudFormationValidation: false });
      addAccountStacks(app, loadAccountOfSchool(id, folders));
      const template = app.synth().getStackByName('formroom-account').template as Template;
      return resourcesOfType(template, 'AWS::SNS::Subscription').map(({ Properties }) => Properties.Endpoint);
    });
    expect(subscribed).toEqual([['district@district.example'], ['district@district.example']]);
  });

  it.each<[string, object, string]>([
    ['a key that is none', { operator: 'a@b.example' }, ':11: operator: Unrecognized key: "operator"'],
    ['no address', { operatorEmail: 'district' }, ':6: operatorEmail: Invalid email address'],
    [
      'a region that is none',
      { aws: { account: '111122223333', region: 'Virginia' } },
      ':4: aws.region: The name of a region',
    ],
    [
      'a school that has no file',
      { schools: ['west', 'east', 'north'] },
      ':10: schools.2: There is no infra/schools/north.json.',
    ],
    ['a school twice', { schools: ['west', 'east', 'west'] }, ':7: schools: A school is in the list twice.'],
    ['a school left out', { schools: ['west'] }, ':7: schools: east is deployed there: add it at the end.'],
  ])('with %s is refused, with the line', (_, more, fault) => {
    account('district', { ...valid, ...more });
    expect(() => loadAccount('district', folders)).toThrow(`infra/accounts/district.json${fault}`);
  });

  it('has no more schools than the quotas of its account take, before AWS refuses them', () => {
    const ids = Array.from({ length: 27 }, (_, at) => `s${at}`);
    for (const id of ids) school(id);
    const schools = [...ids, 'west', 'east'];
    account('district', { ...valid, schools });
    expect(() => loadAccount('district', folders)).toThrow(
      /^infra\/accounts\/district\.json:7: schools: 29 schools use [\d,]+ roles of IAM, and “Roles per account” is 1000: have/,
    );
    account('district', { ...valid, schools, quotas: { roles: 5000 } });
    expect(loadAccount('district', folders).schools).toHaveLength(29);
    account('district', { ...valid, schools, quotas: { role: 5000 } });
    expect(() => loadAccount('district', folders)).toThrow('quotas.role: Unrecognized key: "role"');
  });

  it('has no school of another place, and none has two files', () => {
    account('district', valid);
    school('west', { aws: { account: '444455556666', region: 'eu-west-1' } });
    expect(() => loadAccount('district', folders)).toThrow(
      'infra/accounts/district.json:8: schools.0: west is deployed to 444455556666 in eu-west-1.',
    );
    account('again', { ...valid, schools: ['east'] });
    account('district', { ...valid, schools: ['east'] });
    expect(() => loadAccount('district', folders)).toThrow(
      'infra/accounts/district.json:2: aws: infra/accounts/again.json is of the same account and region.',
    );
  });

  it('must be there, named and JSON, and the message lists the accounts', () => {
    account('district', '{ "aws": ');
    expect(() => loadAccount('district', folders)).toThrow('infra/accounts/district.json is not JSON: ');
    for (const name of [undefined, ''])
      expect(() => loadAccount(name)).toThrow('No account named. Choose one of infra/accounts: district.');
    expect(() => loadAccount('nowhere')).toThrow('There is no infra/accounts/nowhere.json. Choose one');
    expect(() => loadAccount('../schools/demo')).toThrow('is not the name of an account');
  });
});

describe('the set of CloudFront’s shared parts', () => {
  it('is that of ninety schools in the order of the file, stages by themselves', () => {
    const ids = Array.from({ length: 181 }, (_, at) => `s${at}`);
    for (const id of ids) school(id);
    writeFileSync(
      new URL('staging-east.json', folders.schools),
      JSON.stringify({ stageOf: 's0', id: 'staging-east', aws, domain: null, operatorEmail: 'a@b.example' }),
    );
    account('district', { ...valid, schools: [...ids.slice(0, 89), 'staging-east', ...ids.slice(89), 'west', 'east'] });
    const setOf = (id: string) => findPlaceInAccount(id, folders).sharedSet;
    expect(['s0', 's89', 's90', 's179', 's180', 'west', 'staging-east'].map(setOf)).toEqual([1, 1, 2, 2, 3, 3, 1]);
  });
});
