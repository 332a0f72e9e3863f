import { expect, it } from 'vitest';
import {
  accountTemplate,
  demoTemplates,
  loadDemoSchool,
  onlyResource,
  resourcesOfType,
  synthesize,
} from '../../stacks/templates.ts';

it('signs letters to families with DKIM of their domain, and gives its records to the operator', () => {
  const { workflows } = demoTemplates();
  expect(onlyResource(workflows, 'AWS::SES::EmailIdentity').Properties.EmailIdentity).toBe('northgate.example');
  const outputs = Object.entries((workflows as unknown as { Outputs: object }).Outputs).filter(([id]) =>
    id.startsWith('LettersDkim'),
  );
  expect(outputs).toHaveLength(3);
});

it('reports what comes back for good and what is marked as spam to the families’ worker, with no address', () => {
  const { workflows } = demoTemplates();
  const set = onlyResource(workflows, 'AWS::SES::ConfigurationSet').Properties.Name;
  expect(set).toBe('formroom-demo');
  const [destination] = resourcesOfType(workflows, 'AWS::SES::ConfigurationSetEventDestination');
  expect(destination?.Properties.EventDestination).toMatchObject({ MatchingEventTypes: ['bounce', 'complaint'] });
  expect(JSON.stringify(destination?.Properties)).toContain(':event-bus/default');
  const [rule] = resourcesOfType(workflows, 'AWS::Events::Rule').filter(({ Properties }) =>
    JSON.stringify(Properties.EventPattern).includes('aws.ses'),
  );
  expect(rule?.Properties.EventPattern).toEqual({
    source: ['aws.ses'],
    'detail-type': ['Email Bounced', 'Email Complaint Received'],
    detail: {
      mail: { tags: { 'ses:configuration-set': ['formroom-demo'] } },
      $or: [{ bounce: { bounceType: ['Permanent'] } }, { eventType: ['Complaint'] }],
    },
  });
  const [target] = rule?.Properties.Targets ?? [];
  expect(JSON.stringify(target.Arn)).toContain('FamiliesJobs');
  const { InputPathsMap: paths, InputTemplate: step } = target.InputTransformer;
  expect(Object.values(paths).toSorted()).toEqual(['$.detail.eventType', '$.detail.mail.tags.claim[0]']);
  const filled = JSON.parse(step.replaceAll(/"?<[^>]*>"?/g, '"value"'));
  expect(filled).toMatchObject({ name: 'note-failed-mail', isDone: false, event: { claim: 'value', type: 'value' } });
});

it('keeps what could not be handed to the worker for four days in a queue of the school’s own, encrypted and alarmed', () => {
  const [{ workflows }, account] = [demoTemplates(), accountTemplate()];
  expect(onlyResource(workflows, 'AWS::SQS::Queue').Properties).toMatchObject({
    QueueName: 'formroom-demo-mail-reports',
    SqsManagedSseEnabled: true,
    MessageRetentionPeriod: 4 * 24 * 3600,
  });
  const policy = JSON.stringify(onlyResource(workflows, 'AWS::SQS::QueuePolicy').Properties.PolicyDocument);
  expect(policy).toContain('"aws:SecureTransport":"false"');
  expect(policy).toContain('events.amazonaws.com');
  const alarm = resourcesOfType(account, 'AWS::CloudWatch::Alarm').find(({ Properties }) =>
    Properties.AlarmName.endsWith('-mail-reports-wait'),
  );
  expect(alarm?.Properties.Metrics).toMatchObject([
    { Expression: 'SELECT SUM(InvocationsSentToDlq) FROM SCHEMA("AWS/Events", RuleName) GROUP BY RuleName' },
  ]);
  const silent = synthesize([{ ...loadDemoSchool(), optionSettings: {} }]);
  expect(JSON.stringify(silent)).not.toContain('mail-reports');
});

it('has none of it where the school file has no letters', () => {
  const { demo } = synthesize([{ ...loadDemoSchool(), optionSettings: {} }]);
  const text = JSON.stringify(demo);
  for (const one of ['AWS::SES', 'ses:SendEmail', 'MAIL_CONFIGURATION_SET', 'aws.ses']) expect(text).not.toContain(one);
});
