export {
  type ChangePasswordRequest,
  changePasswordFormSchema,
  changePasswordSchema,
  type DeleteAccountRequest,
  deleteAccountSchema,
  type EmailOnlyRequest,
  emailOnlySchema,
  type LoginRequest,
  loginDataSchema,
  loginSchema,
  type Profile,
  type ProfileUpdate,
  profileDataSchema,
  profileSchema,
  type RegisterRequest,
  type ResetPasswordRequest,
  registerFormSchema,
  registerSchema,
  registrationDataSchema,
  resetPasswordFormSchema,
  resetPasswordSchema,
  sessionSchema,
  type UserSession,
} from './accounts.ts'
export { dataAnswer, type ErrorBody, errorAnswer, messageAnswer } from './answers.ts'
export {
  API_ERRORS,
  type ApiErrorCode,
  CLIENT_ERROR_TYPES,
  type ClientError,
  type ClientErrorType,
  CONNECTION_ERROR,
  type ErrorAnswer,
  TIMEOUT_ERROR,
  toClientError,
  UNKNOWN_ERROR,
} from './errors.ts'
export {
  type CreateFlowRequest,
  createFlowSchema,
  type FlowData,
  type FlowSummary,
  flowDataSchema,
  flowSummarySchema,
  type SaveFlowForm,
  saveFlowSchema,
  type UpdateFlowRequest,
  updateFlowSchema,
} from './flows.ts'
export { LIMITS } from './limits.ts'
export { type SiteConfig, siteConfigSchema, statusSchema } from './site.ts'
export { countCharacters } from './text.ts'
