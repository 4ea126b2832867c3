{{/* Names, labels and the parts that the deployment and the migration share. */}}

{{- define "selfbill.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 52 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}
{{- end -}}
{{- end }}

{{- define "selfbill.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "selfbill.labels" -}}
{{ include "selfbill.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "selfbill.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "selfbill.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "selfbill.name" .) }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end -}}
{{- end }}

{{/* Written by scripts/generate/chart-files.ts: the settings that are or hold a secret. */}}
{{- define "selfbill.secretSettings" -}}
DATABASE_URL GATEWAY_TOKEN INBOUND_SECRET METRICS METRICS_TOKEN OIDC OIDC_CLIENT_SECRET SECRET_KEY SECRET_KEY_FORMER SMTP_URL
{{- end }}

{{/* All who read the Deployment see a value in it. Names of other programs count by their words. */}}
{{- define "selfbill.refuseSecret" -}}
{{- $settings := splitList " " (include "selfbill.secretSettings" .) }}
{{- $isFile := hasSuffix "_FILE" .name }}
{{- $isSecret := or (has .name $settings) (and (not $isFile) (regexMatch "^(AWS|NODE|OTEL|PG|SELFBILL|SSL).*(SECRET|TOKEN|PASSWORD|HEADERS$)" .name)) }}
{{- if or $isSecret (regexMatch "://[^/@ ]*:[^/@ ]+@" (toString .value)) }}
{{- fail (printf "%s would show a secret to all who read the Deployment: put %s into the Secret %s, or name a key of another one in secrets.%s" .place .name (.secretName | quote) .name) }}
{{- end }}
{{- end }}

{{- define "selfbill.environment" -}}
{{- range $name, $value := .Values.config }}
{{- include "selfbill.refuseSecret" (dict "place" (printf "config.%s" $name) "name" $name "value" $value "secretName" $.Values.secretName) }}
{{- end }}
{{- range .Values.extraEnv }}
{{- if hasKey . "value" }}
{{- include "selfbill.refuseSecret" (dict "place" (printf "extraEnv: %s" .name) "name" .name "value" .value "secretName" $.Values.secretName) }}
{{- end }}
{{- end }}
{{- with .Values.secretName }}
envFrom:
  - secretRef:
      name: {{ . }}
{{- end }}
env:
  - name: METRICS
    value: port=9464,host=0.0.0.0
  - name: STOP_DELAY_MS
    value: '10000'
  - name: EMBEDDED_DATABASE
    value: 'off'
  {{- range $name, $value := .Values.config }}
  - name: {{ $name }}
    value: {{ (kindIs "float64" $value | ternary (int64 $value | toString) (toString $value)) | quote }}
  {{- end }}
  {{- range $name, $from := .Values.secrets }}
  - name: {{ $name }}
    valueFrom:
      secretKeyRef:
        {{- toYaml $from | nindent 8 }}
  {{- end }}
  {{- with .Values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "selfbill.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.volumes }}
volumes:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "selfbill.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- with .Values.volumeMounts }}
volumeMounts:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
