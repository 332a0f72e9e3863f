import { expect } from 'vitest';
import { allEntries } from '../../../infra/build/entries.ts';
import { judgeRequest, type PolicyStatement } from '../../support/policies/judge-request.ts';
import type { RequestPart } from '../../support/policies/request-parts.ts';
import { resourcesOfType, type Templates } from '../stacks/templates.ts';

/** What the synthesized policies say of the tables, by the function's name. */
export type Policies = ReadonlyMap<string, PolicyStatement[]>;

interface Statement {
  Sid: string;
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: unknown;
  Condition?: PolicyStatement['conditions'];
}

export const synthesizedPolicies = (templates: Templates): Policies =>
  new Map(allEntries().map(({ name }) => [name, policyOf(name, templates)]));

function policyOf(name: string, templates: Templates): PolicyStatement[] {
  const both = [templates.api, templates.workflows];
  const functions = both.flatMap((template) => resourcesOfType(template, 'AWS::Lambda::Function'));
  const role = functions.find(({ Properties }) => Properties.FunctionName === `formroom-demo-${name}`)?.Properties.Role;
  const policy = both
    .flatMap((template) => resourcesOfType(template, 'AWS::IAM::Policy'))
    .filter(({ Properties }) => Properties.Roles[0].Ref === role?.['Fn::GetAtt'][0]);
  expect(policy).toHaveLength(1);
  const statements: Statement[] = policy.flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
  return statements
    .filter(({ Action }) => JSON.stringify(Action).includes('dynamodb:'))
    .map(({ Sid, Effect, Action, Resource, Condition }) => ({
      sid: Sid,
      effect: Effect,
      actions: [Action].flat(),
      on: [Resource].flat().map(placeOf),
      ...(Condition ? { conditions: Condition } : {}),
    }));
}

/** As the tests' requests name tables and indexes. */
function placeOf(resource: unknown): string {
  const text = JSON.stringify(resource);
  const [, trail, index] = text.match(/:table\/formroom-demo(-trail)?\/index\/([a-z0-9]+)"/) ?? [];
  if (index) return `${trail ? 'trail ' : ''}index ${index}`;
  if (text.includes(':table/formroom-demo"')) return 'table';
  if (text.includes(':table/formroom-demo-trail"')) return 'trail';
  return /"Keys\w+","Arn"|:table\/formroom-demo-keys"/.test(text) ? 'keys' : text;
}

export type AskedPart = Pick<RequestPart, 'action'> & Partial<RequestPart>;

/** The functions that may do this, to the table of records unless it names another place. */
export const allowedFunctions = (policies: Policies, part: AskedPart): string[] =>
  allEntries()
    .map(({ name }) => name)
    .filter((name) => {
      const whole = { on: 'table', keys: [], attributes: [], ...part };
      return judgeRequest(policies.get(name) ?? [], [whole]).refused.length === 0;
    });
