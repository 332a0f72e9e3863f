import { type CfnResource, RemovalPolicy } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as ssm from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { documentHeaders, type SecurityHeaders, securityHeaders } from '#shared/http/security-headers.ts';
import { nameWithRegion } from '../names.ts';
import {
  leftPartsKey,
  type SharedPart,
  sharedPartKinds,
  sharedPartName,
  sharedPartParameter,
  sharedPartsOwner,
} from '../shared-parts.ts';
import { createHeadersPolicy } from '../site/headers-policy.ts';
import { filesFunctionSource, siteFunctionSource, textFunctionSource } from '../site/site-function.ts';

const { JS_2_0 } = cloudfront.FunctionRuntime;
const { fromInline } = cloudfront.FunctionCode;

interface Made {
  resource: Construct;
  /** Its id, or the ARN of a function. */
  value: string;
}

/**
 * Makes the parts and says where they are. They stay when a later version has others: schools may still use them. Those
 * of them that an earlier version left are not made: their names are taken, and CloudFormation cannot adopt what has no
 * id in its template.
 */
export class SharedParts extends Construct {
  readonly #makers: Record<SharedPart, () => Made> = {
    headers: () => this.headers('headers', securityHeaders),
    'document-headers': () => this.headers('document-headers', documentHeaders),
    'signed-files': () => this.signedFiles(),
    'site-access': () => this.siteAccess(),
    routes: () => this.function('routes', 'Gives the routes of the web site its index.html', siteFunctionSource()),
    texts: () => this.function('texts', 'Names the character set of texts', textFunctionSource()),
    files: () => this.function('files', 'Takes the first step off the paths of files', filesFunctionSource()),
  };

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const left = new Set(String(this.node.tryGetContext(leftPartsKey) ?? '').split(','));
    for (const part of sharedPartKinds.filter((kind) => !left.has(sharedPartName(kind))))
      this.keep(part, this.#makers[part]());
  }

  private headers(part: SharedPart, headers: SecurityHeaders): Made {
    const resource = createHeadersPolicy(this, sharedPartName(part), { name: this.nameOf(part), headers });
    return { resource, value: resource.responseHeadersPolicyId };
  }

  private signedFiles(): Made {
    const resource = new cloudfront.OriginRequestPolicy(this, sharedPartName('signed-files'), {
      originRequestPolicyName: this.nameOf('signed-files'),
      comment: 'The signature is in the query',
      queryStringBehavior: cloudfront.OriginRequestQueryStringBehavior.all(),
      headerBehavior: cloudfront.OriginRequestHeaderBehavior.none(),
      cookieBehavior: cloudfront.OriginRequestCookieBehavior.none(),
    });
    return { resource, value: resource.originRequestPolicyId };
  }

  private siteAccess(): Made {
    const resource = new cloudfront.S3OriginAccessControl(this, sharedPartName('site-access'), {
      originAccessControlName: this.nameOf('site-access'),
    });
    return { resource, value: resource.originAccessControlId };
  }

  private function(part: SharedPart, comment: string, code: string): Made {
    const resource = new cloudfront.Function(this, sharedPartName(part), {
      functionName: this.nameOf(part),
      comment,
      code: fromInline(code),
      runtime: JS_2_0,
    });
    return { resource, value: resource.functionArn };
  }

  private keep(part: SharedPart, { resource, value }: Made): void {
    const parameter = new ssm.StringParameter(this, `${sharedPartName(part)}-place`, {
      parameterName: sharedPartParameter(this, part),
      stringValue: value,
    });
    for (const kept of [resource, parameter]) {
      (kept.node.defaultChild as CfnResource).applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    }
  }

  /** CloudFront is one for all regions; the stack is not. */
  private nameOf = (part: SharedPart): string =>
    nameWithRegion(this, `${sharedPartsOwner(this)}-${sharedPartName(part)}`);
}
