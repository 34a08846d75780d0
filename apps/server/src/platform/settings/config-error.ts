/**
 * An invalid setting, described in one line for the operator.
 * @internal
 */
export class ConfigError extends Error {
  /** the name of the setting, as in the environment */
  readonly setting: string;

  constructor(setting: string, problem: string) {
    super(`Setting ${setting}: ${problem}`);
    this.setting = setting;
  }
}
