import { beforeAll, describe, expect, it } from 'vitest';
import { documentsOfOptions } from '#options/tests';
import { documentHeaders, securityHeaders } from '#shared/http/security-headers.ts';
import { allCalls } from '#shared/product.ts';
import { type SchoolFile, schoolFileSchema } from '#shared/school/school-file.ts';
import { filesFunctionSource, siteFunctionSource, textFunctionSource } from '../../../infra/site/site-function.ts';
import { apiPatterns } from '../../../infra/stacks/web.ts';
import {
  accountTemplate,
  demoTemplates,
  loadDemoSchool,
  onlyResource,
  type Resource,
  resourcesOfType,
  synthesize,
  type Template,
} from './templates.ts';

let web: Template;
let account: Template;
beforeAll(() => {
  web = demoTemplates().web;
  account = accountTemplate();
});

/**
 * What of the account's stack the web stack refers to: `{ Ref: <parameter> }`, whose place is said by a parameter of
 * Systems Manager.
 */
function shared(reference: unknown): Resource['Properties'] {
  const place = web.Parameters?.[(reference as { Ref: string }).Ref]?.Default;
  const told = resourcesOfType(account, 'AWS::SSM::Parameter').filter(({ Properties }) => Properties.Name === place);
  expect(told, place).toHaveLength(1);
  const id = /"(?:Ref|Fn::GetAtt)":\[?"([^"]+)"/.exec(JSON.stringify(told[0]?.Properties.Value))?.[1] ?? '';
  return account.Resources[id]?.Properties ?? {};
}

const configuration = () => onlyResource(web, 'AWS::CloudFront::Distribution').Properties.DistributionConfig;

interface Behaviour {
  PathPattern: string;
  TargetOriginId: string;
  CachePolicyId: string;
  OriginRequestPolicyId?: unknown;
  ViewerProtocolPolicy: string;
  ResponseHeadersPolicyId: unknown;
  AllowedMethods?: string[];
  FunctionAssociations?: { EventType: string; FunctionARN: unknown }[];
}
const behaviours = (): Behaviour[] => configuration().CacheBehaviors;

/** Below this the site passes on to the buckets. */
const ofFiles = ['/files', '/files/*', '/documents/*'];

/** Managed policies: the same in every account. */
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

describe('the Content-Security-Policy', () => {
  const directives = Object.fromEntries(
    securityHeaders['Content-Security-Policy'].split('; ').map((text) => {
      const [name = '', ...sources] = text.split(' ');
      return [name, sources];
    }),
  );

  it('allows nothing that it does not name, and names nothing unsafe and no other site', () => {
    expect(directives['default-src']).toEqual(["'none'"]);
    for (const source of Object.values(directives).flat()) {
      expect(["'none'", "'self'", 'data:', 'blob:']).toContain(source);
    }
  });

  it('runs scripts and styles of the site alone, and lets no other site frame it', () => {
    for (const name of ['script-src', 'style-src', 'connect-src', 'form-action', 'frame-ancestors']) {
      expect(directives[name]).toEqual(["'self'"]);
    }
    for (const name of ['base-uri', 'object-src']) expect(directives[name]).toEqual(["'none'"]);
  });
});

describe('CloudFront', () => {
  /** The headers of a policy by its id; fails where an origin's own value could win. */
  const sentBy = (policyId: unknown): Record<string, unknown> => {
    const { ResponseHeadersPolicyConfig: policy } = shared(policyId);
    const own = policy.SecurityHeadersConfig;
    for (const each of [...Object.values<{ Override: boolean }>(own), ...policy.CustomHeadersConfig.Items]) {
      expect(each.Override).toBe(true);
    }
    return {
      'Content-Security-Policy': own.ContentSecurityPolicy.ContentSecurityPolicy,
      'Strict-Transport-Security': `max-age=${own.StrictTransportSecurity.AccessControlMaxAgeSec}${own.StrictTransportSecurity.IncludeSubdomains ? '; includeSubDomains' : ''}`,
      'X-Content-Type-Options': own.ContentTypeOptions.Override ? 'nosniff' : undefined,
      'X-Frame-Options': own.FrameOptions.FrameOption,
      'Referrer-Policy': own.ReferrerPolicy.ReferrerPolicy,
      ...Object.fromEntries(
        policy.CustomHeadersConfig.Items.map(({ Header, Value }: { Header: string; Value: string }) => [Header, Value]),
      ),
    };
  };
  const documents = [
    ...['/mark-sheet', '/rank-sheet', '/report-card', '/api/registration-form', '/api/card-layout-preview'],
    ...['/attendance-report-class', '/attendance-report-late', '/attendance-report-summary'],
    '/student-attendance-report/*/*/*',
    ...documentsOfOptions,
    ...['/student-subject-report', '/report-card-access-logs', '/report-failed-logins', '/no-logins-student'],
  ];

  it('sends every security header with every page and call, whatever an origin says', () => {
    const pages = behaviours().filter(({ PathPattern }) => ![...documents, ...ofFiles].includes(PathPattern));
    for (const { ResponseHeadersPolicyId } of [configuration().DefaultCacheBehavior, ...pages]) {
      expect(sentBy(ResponseHeadersPolicyId)).toEqual(securityHeaders);
    }
  });

  it('sends printed documents with a policy of their own, which lets a viewer lay them out and run nothing', () => {
    for (const path of documents) {
      const [behaviour] = behaviours().filter(({ PathPattern }) => matches(PathPattern, path));
      expect(behaviour?.PathPattern).toBe(path);
      const sent = sentBy(behaviour?.ResponseHeadersPolicyId);
      expect(sent).toEqual(documentHeaders);
      expect(sent['Content-Security-Policy']).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
      );
      expect({ ...sent, 'Content-Security-Policy': '' }).toEqual({ ...securityHeaders, 'Content-Security-Policy': '' });
    }
  });

  it('leads what S3 has signed to the files bucket, with the headers of documents, uncached and without cookies', () => {
    const toFiles = behaviours().filter(({ PathPattern }) => ofFiles.includes(PathPattern));
    expect(toFiles.map(({ PathPattern }) => PathPattern)).toEqual(ofFiles);
    expect(shared(toFiles[0]?.OriginRequestPolicyId).OriginRequestPolicyConfig).toMatchObject({
      CookiesConfig: { CookieBehavior: 'none' },
      HeadersConfig: { HeaderBehavior: 'none' },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
    });
    for (const behaviour of toFiles) {
      expect(sentBy(behaviour.ResponseHeadersPolicyId)).toEqual(documentHeaders);
      expect(behaviour).toMatchObject({ CachePolicyId: cachingDisabled, ViewerProtocolPolicy: 'https-only' });
      const { Origins: origins } = configuration();
      const origin = origins.find(({ Id }: { Id: string }) => Id === behaviour.TargetOriginId);
      const bucket = behaviour.PathPattern.startsWith('/files') ? 'files' : 'documents';
      expect(JSON.stringify(origin.DomainName)).toContain(`formroom-demo-${bucket}-`);
      // No rights of CloudFront's own: without a signature S3 refuses.
      expect(origin.OriginAccessControlId).toBeUndefined();
      expect(origin.CustomOriginConfig.OriginProtocolPolicy).toBe('https-only');
    }
  });

  it('leads every documented path to the API, uncached and with all that the browser sent', () => {
    const toApi = behaviours().filter(
      ({ CachePolicyId, PathPattern }) => CachePolicyId === cachingDisabled && !ofFiles.includes(PathPattern),
    );
    for (const { call } of allCalls) {
      const asked = call.path.replaceAll(/\{[^}]+\}/g, 'x');
      expect(
        toApi.some(({ PathPattern }) => matches(PathPattern, asked)),
        asked,
      ).toBe(true);
    }
    for (const behaviour of toApi) {
      expect(behaviour.OriginRequestPolicyId).toBe(allViewerExceptHost);
      expect(behaviour.ViewerProtocolPolicy).toBe('https-only');
      expect(behaviour.AllowedMethods).toEqual(expect.arrayContaining(['GET', 'POST', 'DELETE']));
    }
  });

  it('leads no route or file of the site to the API', () => {
    const toApi = behaviours().filter(({ CachePolicyId }) => CachePolicyId === cachingDisabled);
    for (const asked of ['/', '/admin', '/admin/dashboard', '/term-reports', '/school.json', '/assets/index-1a2b.js']) {
      expect(
        toApi.filter(({ PathPattern }) => matches(PathPattern, asked)),
        asked,
      ).toEqual([]);
    }
  });

  it('writes one pattern for all deep paths below a first step', () => {
    expect(apiPatterns(['/api/employee', '/api/a/{b}/{c}', '/login', '/report/{id}/{from}'])).toEqual([
      '/api/*',
      '/login',
      '/report/*',
    ]);
  });

  it('never turns an error of the API into a page, and keeps none for others', () => {
    expect(configuration().CustomErrorResponses).toEqual(
      [500, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
  });

  it('speaks HTTP/2 and 3, and reaches the bucket by origin access control alone', () => {
    expect(configuration().HttpVersion).toBe('http2and3');
    const [site] = configuration().Origins.filter((origin: Record<string, unknown>) => origin.S3OriginConfig);
    expect(shared(site.OriginAccessControlId).OriginAccessControlConfig).toMatchObject({
      OriginAccessControlOriginType: 's3',
      SigningBehavior: 'always',
      SigningProtocol: 'sigv4',
    });
    expect(site.S3OriginConfig.OriginAccessIdentity).toBe('');
    const readers = onlyResource(web, 'AWS::S3::BucketPolicy').Properties.PolicyDocument.Statement.filter(
      ({ Effect }: { Effect: string }) => Effect === 'Allow',
    );
    for (const { Principal, Condition } of readers) {
      expect(Principal).toEqual({ Service: 'cloudfront.amazonaws.com' });
      expect(JSON.stringify(Condition)).toContain('AWS:SourceArn');
    }
  });

  it('takes a school’s own domain with TLS 1.2 or newer', () => {
    const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-0000-0000-000000000000';
    const { demo: templates } = synthesize([
      { ...loadDemoSchool(), domain: { name: 'marks.school.example', certificateArn } },
    ]);
    expect(
      onlyResource(templates?.web ?? web, 'AWS::CloudFront::Distribution').Properties.DistributionConfig,
    ).toMatchObject({
      Aliases: ['marks.school.example'],
      ViewerCertificate: { AcmCertificateArn: certificateArn, MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
  });

  it('keeps hashed files a year and asks for pages at every visit', () => {
    const deployments = resourcesOfType(web, 'Custom::CDKBucketDeployment').map(({ Properties }) => Properties);
    expect(
      deployments.map(({ SystemMetadata, Include }) => [Include ?? null, SystemMetadata['cache-control']]),
    ).toEqual([
      [['assets/*'], 'public, max-age=31536000, immutable'],
      [null, 'no-cache'],
    ]);
    for (const { Prune } of deployments) expect(Prune).toBe(false);
  });

  it('runs the function of routes only where pages are, and the others only where texts and files are', () => {
    const runs = ({ FunctionAssociations }: Pick<Behaviour, 'FunctionAssociations'>) =>
      (FunctionAssociations ?? []).map(({ EventType, FunctionARN }) => [EventType, shared(FunctionARN).FunctionCode]);
    const names = ['viewer-response', textFunctionSource()];
    expect(runs(configuration().DefaultCacheBehavior)).toEqual([['viewer-request', siteFunctionSource()], names]);
    for (const behaviour of behaviours()) {
      const ofFile = ofFiles.includes(behaviour.PathPattern) ? [['viewer-request', filesFunctionSource()]] : [];
      expect(runs(behaviour), behaviour.PathPattern).toEqual(behaviour.PathPattern === '/assets/*' ? [names] : ofFile);
    }
  });
});

describe('what all schools of an account have together', () => {
  it('stays when a later version has other parts: schools of the version before still use it', () => {
    const kept = Object.values(account.Resources).filter(({ Type }) => /^AWS::(CloudFront|SSM)::/.test(Type));
    expect(kept).toHaveLength(14);
    for (const { Type, DeletionPolicy, UpdateReplacePolicy } of kept) {
      expect([DeletionPolicy, UpdateReplacePolicy], Type).toEqual(['RetainExceptOnCreate', 'Retain']);
    }
  });

  it('is named by what it says, so that another text is another part', () => {
    const names = resourcesOfType(account, 'AWS::SSM::Parameter').map(({ Properties }) => Properties.Name);
    for (const name of names) expect(name).toMatch(/^\/formroom\/shared\/[a-z-]+-[0-9a-f]{8}$/);
    expect(new Set(names.map((name: string) => name.slice(-8))).size).toBe(names.length);
  });

  it('is in no school’s own stack', () => {
    const own = Object.values(web.Resources).map(({ Type }) => Type);
    expect(own.filter((type) => /CloudFront::(?!Distribution$)/.test(type))).toEqual([]);
  });
});

/** CloudFront's pattern rule: `*` is any characters. */
function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(path);
}

describe('a firewall', () => {
  const firewallOf = (school: Partial<SchoolFile>) => {
    const file = { ...loadDemoSchool(), ...school };
    const { [file.id]: templates } = synthesize([file]);
    return {
      acls: resourcesOfType(templates?.web ?? { Resources: {} }, 'AWS::WAFv2::WebACL').map(
        ({ Properties }) => Properties,
      ),
      id:
        templates &&
        onlyResource(templates.web, 'AWS::CloudFront::Distribution').Properties.DistributionConfig.WebACLId,
    };
  };

  it('is there where the file says so, with one rule that slows an address and reads nothing', () => {
    const { acls, id } = firewallOf({ firewall: true, size: { students: 1000, teachers: 60 } });
    expect(acls).toHaveLength(1);
    const [acl] = acls;
    expect(acl?.Scope).toBe('CLOUDFRONT');
    expect(acl?.DefaultAction).toEqual({ Allow: {} });
    expect(acl?.Rules).toHaveLength(1);
    const [{ Action, Statement, VisibilityConfig }] = acl?.Rules ?? [{}];
    expect(Action).toEqual({ Block: { CustomResponse: { ResponseCode: 429 } } });
    // Half of 160 a second, for a minute.
    expect(Statement).toEqual({
      RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 60, Limit: 4800 },
    });
    expect(VisibilityConfig.SampledRequestsEnabled).toBe(false);
    expect(JSON.stringify(id)).toContain('Firewall');
  });

  it('is in no school that does not ask for it, and in no stage', () => {
    expect(firewallOf({})).toEqual({ acls: [], id: undefined });
    expect(firewallOf({ id: 'staging-demo', firewall: true })).toEqual({ acls: [], id: undefined });
  });

  it('is refused where CloudFront takes none', () => {
    const elsewhere = { ...loadDemoSchool(), firewall: true, aws: { account: '111122223333', region: 'eu-west-1' } };
    const faults = schoolFileSchema()
      .safeParse(elsewhere)
      .error?.issues.map(({ path }) => path.join('.'));
    expect(faults).toEqual(['firewall']);
  });
});
