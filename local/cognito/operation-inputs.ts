import * as z from 'zod';
import type { OperationHandlers } from '../aws-protocol/operations.ts';

/** A name that cannot hold spaces, as Cognito wants users and groups called. */
const name = z.string().regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,128}$/u);
const attributes = z.array(z.strictObject({ Name: z.string().min(1).max(32), Value: z.string().max(2048).optional() }));
const pool = { UserPoolId: z.string() };
const user = { ...pool, Username: name };
const membership = { ...user, GroupName: name };
/** Of a page of a list. */
const limit = z.int().min(0).max(60).optional();
const token = z.string().optional();
const textMap = z.record(z.string(), z.string());

const passwordPolicy = z.strictObject({
  MinimumLength: z.int().min(6).max(99).default(8),
  RequireUppercase: z.boolean().default(false),
  RequireLowercase: z.boolean().default(false),
  RequireNumbers: z.boolean().default(false),
  RequireSymbols: z.boolean().default(false),
  TemporaryPasswordValidityDays: z.int().min(0).max(365).default(7),
});

/** The default password policy. */
const defaultPolicy = {
  MinimumLength: 8,
  RequireUppercase: true,
  RequireLowercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
  TemporaryPasswordValidityDays: 7,
};

const mfaSettings = z.strictObject({
  Enabled: z.boolean().default(false),
  PreferredMfa: z.boolean().default(false),
});
const accessToken = z.string().regex(/^[A-Za-z0-9-_=.]+$/);

/**
 * The parameters of every operation there is. One that is not listed is refused: ignoring it would hide what AWS does
 * with it.
 */
export const operationInputs = {
  CreateUserPool: z.strictObject({
    PoolName: z.string().min(1).max(128),
    Policies: z
      .strictObject({ PasswordPolicy: passwordPolicy.default(defaultPolicy) })
      .default({ PasswordPolicy: defaultPolicy }),
    UsernameConfiguration: z.strictObject({ CaseSensitive: z.boolean() }).default({ CaseSensitive: true }),
    AdminCreateUserConfig: z.strictObject({ AllowAdminCreateUserOnly: z.boolean() }).optional(),
  }),
  ListUserPools: z.strictObject({ MaxResults: z.int().min(1).max(60), NextToken: token }),
  UpdateUserPool: z.strictObject({
    ...pool,
    Policies: z.strictObject({ PasswordPolicy: passwordPolicy }),
    AdminCreateUserConfig: z.strictObject({ AllowAdminCreateUserOnly: z.boolean() }),
  }),
  CreateUserPoolClient: z.strictObject({
    ...pool,
    ClientName: z.string().min(1).max(128),
    ExplicitAuthFlows: z.array(z.string()).default([]),
    PreventUserExistenceErrors: z.enum(['ENABLED', 'LEGACY']).default('LEGACY'),
    GenerateSecret: z.literal(false).optional(),
    AuthSessionValidity: z.int().min(3).max(15).default(3),
  }),
  SetUserPoolMfaConfig: z.strictObject({
    ...pool,
    MfaConfiguration: z.enum(['OFF', 'OPTIONAL']),
    SoftwareTokenMfaConfiguration: z.strictObject({ Enabled: z.boolean() }).optional(),
  }),
  CreateGroup: z.strictObject({
    ...pool,
    GroupName: name,
    Description: z.string().max(2048).optional(),
    Precedence: z.int().min(0).optional(),
  }),
  AdminCreateUser: z.strictObject({
    ...user,
    TemporaryPassword: z.string().max(256).optional(),
    MessageAction: z.enum(['SUPPRESS']).optional(),
    UserAttributes: attributes.default([]),
  }),
  AdminSetUserPassword: z.strictObject({
    ...user,
    Password: z.string().max(256),
    Permanent: z.boolean().default(false),
  }),
  AdminInitiateAuth: z.strictObject({
    ...pool,
    ClientId: z.string(),
    AuthFlow: z.string(),
    AuthParameters: textMap.default({}),
  }),
  AdminRespondToAuthChallenge: z.strictObject({
    ...pool,
    ClientId: z.string(),
    ChallengeName: z.string(),
    ChallengeResponses: textMap.default({}),
    Session: z.string().min(20).max(2048).optional(),
  }),
  AssociateSoftwareToken: z.strictObject({ AccessToken: accessToken }),
  VerifySoftwareToken: z.strictObject({ AccessToken: accessToken, UserCode: z.string().regex(/^[0-9]{6}$/) }),
  SetUserMFAPreference: z.strictObject({ AccessToken: accessToken, SoftwareTokenMfaSettings: mfaSettings.optional() }),
  AdminSetUserMFAPreference: z.strictObject({ ...user, SoftwareTokenMfaSettings: mfaSettings.optional() }),
  AdminGetUser: z.strictObject(user),
  AdminDisableUser: z.strictObject(user),
  AdminEnableUser: z.strictObject(user),
  AdminDeleteUser: z.strictObject(user),
  AdminAddUserToGroup: z.strictObject(membership),
  AdminRemoveUserFromGroup: z.strictObject(membership),
  AdminListGroupsForUser: z.strictObject({ ...user, Limit: limit, NextToken: token }),
  ListGroups: z.strictObject({ ...pool, Limit: limit, NextToken: token }),
  ListUsersInGroup: z.strictObject({ ...pool, GroupName: z.string(), Limit: limit, NextToken: token }),
  ListUsers: z.strictObject({ ...pool, Limit: limit, PaginationToken: token }),
};

/** One handler for each operation, with its input already read. */
export type CognitoHandlers = OperationHandlers<typeof operationInputs>;

export type MfaSettings = z.infer<typeof mfaSettings>;

export type PasswordPolicy = z.infer<typeof passwordPolicy>;
