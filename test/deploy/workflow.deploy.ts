import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { suite, test } from 'node:test'
import { parse } from 'yaml'
import { projectFile, root } from './deploy-files.ts'

// The workflow of the repository runs each stage of .ci/run, and the quick tests for an early answer.

const path = '.github/workflows/ci.yml'

test('the workflow has a job for each stage of .ci/run', () => {
  const { jobs } = parse(projectFile(path))
  const [, stages = ''] = /^stages=\((.+)\)$/m.exec(projectFile('.ci/run')) ?? []
  assert.deepEqual(jobs.stage.strategy.matrix.stage.toSorted(), [...stages.split(' '), 'quick'].sort())
})

const actionlint = process.env.ACTIONLINT

suite('actionlint', { skip: actionlint === undefined && 'no actionlint' }, () => {
  test('finds nothing in the workflows', () => {
    const { status, stdout } = spawnSync(actionlint ?? '', [path, '.github/workflows/release.yml'], {
      encoding: 'utf8',
      cwd: root,
    })
    assert.deepEqual({ status, stdout }, { status: 0, stdout: '' })
  })
})
