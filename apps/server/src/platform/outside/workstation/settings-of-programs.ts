/**
 * Settings files in the program's home folder, which is new in every session. Without them InVesalius would start with
 * a dialog for the language. Other programs ignore them.
 */
export const settingsOfPrograms: Record<string, string> = {
  '.config/invesalius/config.json': JSON.stringify({
    paths: { homedir: '/home', last_dicom_folder: '', tempdir: '/tmp' },
    project: { recent_projects: [] },
    session: {
      auto_reload_preview: false,
      debug: false,
      language: 'ru',
      mode: 0,
      random_id: 1,
      rendering: 0,
      slice_interpolation: 0,
      status: 0,
      surface_interpolation: 1,
    },
    surface: {
      algorithm: 'Default',
      fill_border_holes: true,
      fill_holes: false,
      keep_largest: false,
      quality: 'Optimal *',
    },
  }),
};
