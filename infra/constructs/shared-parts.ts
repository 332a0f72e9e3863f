import { CfnCondition, CfnParameter, type CfnResource, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as ssm from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { documentHeaders, type SecurityHeaders, securityHeaders } from '#shared/http/security-headers.ts';
import { pascalCase } from '../names.ts';
import {
  leftPartParameter,
  type SharedPart,
  sharedPartKinds,
  sharedPartName,
  sharedPartParameter,
  sharedPartsOwner,
} from '../shared-parts.ts';
import { createHeadersPolicy } from '../site/headers-policy.ts';
import { filesFunctionSource, siteFunctionSource, textFunctionSource } from '../site/site-function.ts';
import { nameWithRegion } from './names-in-stack.ts';

const { JS_2_0 } = cloudfront.FunctionRuntime;
const { fromInline } = cloudfront.FunctionCode;

interface Made {
  resource: Construct;
  /** Its id, or the ARN of a function. */
  value: string;
}

/**
 * Makes the parts, in so many sets, and says where they are. They stay when a later version has others: schools may
 * still use them. Those of them that an earlier version left are not made: their names are taken, and CloudFormation
 * cannot adopt what has no id in its template. Which those are is said when the stack is deployed, so that its template
 * is made without asking AWS.
 */
export class SharedParts extends Construct {
  readonly #makers: Record<SharedPart, (name: string) => Made> = {
    headers: (name) => this.headers(name, securityHeaders),
    'document-headers': (name) => this.headers(name, documentHeaders),
    'signed-files': (name) => this.signedFiles(name),
    'site-access': (name) => this.siteAccess(name),
    routes: (name) => this.function(name, 'Gives the routes of the web site its index.html', siteFunctionSource()),
    texts: (name) => this.function(name, 'Names the character set of texts', textFunctionSource()),
    files: (name) => this.function(name, 'Takes the first step off the paths of files', filesFunctionSource()),
  };

  constructor(scope: Construct, id: string, { sets }: { sets: number }) {
    super(scope, id);
    for (let set = 1; set <= sets; set += 1) {
      for (const part of sharedPartKinds) {
        const name = sharedPartName(part, set);
        this.keep(name, sharedPartParameter(this, part, set), this.#makers[part](name));
      }
    }
  }

  private headers(name: string, headers: SecurityHeaders): Made {
    const resource = createHeadersPolicy(this, name, { name: this.nameOf(name), headers });
    return { resource, value: resource.responseHeadersPolicyId };
  }

  private signedFiles(name: string): Made {
    const resource = new cloudfront.OriginRequestPolicy(this, name, {
      originRequestPolicyName: this.nameOf(name),
      comment: 'The signature is in the query',
      queryStringBehavior: cloudfront.OriginRequestQueryStringBehavior.all(),
      headerBehavior: cloudfront.OriginRequestHeaderBehavior.none(),
      cookieBehavior: cloudfront.OriginRequestCookieBehavior.none(),
    });
    return { resource, value: resource.originRequestPolicyId };
  }

  private siteAccess(name: string): Made {
    const resource = new cloudfront.S3OriginAccessControl(this, name, { originAccessControlName: this.nameOf(name) });
    return { resource, value: resource.originAccessControlId };
  }

  private function(name: string, comment: string, code: string): Made {
    const resource = new cloudfront.Function(this, name, {
      functionName: this.nameOf(name),
      comment,
      code: fromInline(code),
      runtime: JS_2_0,
    });
    return { resource, value: resource.functionArn };
  }

  private keep(name: string, place: string, { resource, value }: Made): void {
    const parameter = new ssm.StringParameter(this, `${name}-place`, { parameterName: place, stringValue: value });
    const isWanted = this.isWanted(name);
    for (const kept of [resource, parameter]) {
      const made = kept.node.defaultChild as CfnResource;
      made.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
      made.cfnOptions.condition = isWanted;
    }
  }

  private isWanted(name: string): CfnCondition {
    const stack = Stack.of(this);
    const left = new CfnParameter(stack, leftPartParameter(name), {
      type: 'String',
      allowedValues: ['yes', 'no'],
      default: 'no',
      description: `Whether an earlier version left ${name}`,
    });
    return new CfnCondition(stack, `Makes${pascalCase(name)}`, { expression: Fn.conditionEquals(left, 'no') });
  }

  /** CloudFront is one for all regions; the stack is not. */
  private nameOf = (name: string): string => nameWithRegion(this, `${sharedPartsOwner(this)}-${name}`);
}
