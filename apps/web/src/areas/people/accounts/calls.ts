import type * as auth from '@snimok/contract/people/auth';
import type * as clientPeople from '@snimok/contract/people/client-members';

/*
 * The contract's endpoints without their Zod schemas, which would be half of the sign-in page's size. The
 * compiler compares each method and URL with the contract.
 */
export const signIn = {
  method: 'POST',
  url: '/auth/token',
} as typeof auth.signIn;
export const completeSignIn = {
  method: 'POST',
  url: '/auth/mfa',
} as typeof auth.completeSignIn;
export const signOut = {
  method: 'DELETE',
  url: '/auth/token',
} as typeof auth.signOut;
export const requestPasswordReset = {
  method: 'POST',
  url: '/auth/password/reset/request',
} as typeof auth.requestPasswordReset;
export const resetPassword = {
  method: 'PUT',
  url: '/auth/password/reset',
} as typeof auth.resetPassword;
export const choosePassword = {
  method: 'PUT',
  url: '/auth/password',
} as typeof auth.choosePassword;
export const getInvitation = {
  method: 'POST',
  url: '/auth/invitation',
} as typeof clientPeople.getInvitation;
export const acceptInvitation = {
  method: 'PUT',
  url: '/auth/invitation',
} as typeof clientPeople.acceptInvitation;
